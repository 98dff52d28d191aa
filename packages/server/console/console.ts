import { resolve } from 'node:path';
import type { Context, MiddlewareHandler } from 'hono';
import { serveFile } from './static-files.ts';

/** Serves the built console from `folder`; what a person opens and is no file gets `index.html`. */
export function serveConsole(folder: string): MiddlewareHandler {
  const root = resolve(folder);
  return async (context, next) => {
    const path = decodedPath(context);
    if (path === null) return next();
    const file = path === '/' ? null : await serveFile(root, path, context.req.raw);
    if (file !== null) return file;
    const asksForPage = path === '/' || context.req.header('accept')?.includes('text/html') === true;
    const page = asksForPage ? await serveFile(root, '/index.html', context.req.raw) : null;
    return page ?? next();
  };
}

function decodedPath(context: Context): string | null {
  try {
    return decodeURIComponent(new URL(context.req.url).pathname);
  } catch {
    return null;
  }
}
