import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HermesError } from '@hermes-agent/core';
import { z } from 'zod';

/** What a bundle was made of. As long as each module still has its digest, it is not made again. */
const manifestSchema = z.object({
  output: z.string(),
  modules: z.array(z.object({ path: z.string(), sha256: z.string() })),
});

/** Beside this package's other files: TypeScript in the repository, JavaScript in the packed package. */
const GUEST = fileURLToPath(
  new URL(`../../sandbox/guest${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

/** The guest is imported first: the tool's own first line already runs under it. */
const START = '\0start';
const startOf = (entry: string): string =>
  `import { serve } from ${JSON.stringify(GUEST)};\nimport tool from ${JSON.stringify(entry)};\nserve(tool);`;

/** CommonJS modules inside an ES module still expect these. */
const BANNER = `import { fileURLToPath as __hermesPath } from 'node:url';
const __filename = __hermesPath(import.meta.url);
const __dirname = __hermesPath(new URL('.', import.meta.url));`;

/**
 * Makes one file that runs: a function tool, everything it imports and the sandbox's guest, so that a sandbox needs
 * to show it nothing else.
 * Returns the file's path in `cacheFolder`, which must be this user's alone: what lies there is run.
 *
 * Throws `CONTRACT_INVALID` when the entry cannot be bundled.
 */
export async function bundleFunction(entry: string, cacheFolder: string): Promise<string> {
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
  const manifestFile = join(cacheFolder, `${digest(`${BANNER}\0${startOf(entry)}`)}.json`);
  const kept = await readKept(manifestFile, cacheFolder);
  if (kept !== null) return kept;
  const { code, modules } = await build(entry);
  const output = `${digest(code)}.mjs`;
  await replaceFile(join(cacheFolder, output), code);
  const listed = await Promise.all(
    modules.map(async (path) => ({ path, sha256: digest(await readFile(path)) })),
  );
  await replaceFile(manifestFile, JSON.stringify({ output, modules: listed }));
  return join(cacheFolder, output);
}

async function build(entry: string): Promise<{ code: string; modules: string[] }> {
  try {
    // The bundler is a native library of 20 MB: loaded only when something has to be bundled.
    const { rolldown } = await import('rolldown');
    const build = await rolldown({
      input: START,
      platform: 'node',
      logLevel: 'silent',
      plugins: [
        {
          name: 'start',
          resolveId: (id) => (id === START ? id : null),
          load: (id) => (id === START ? startOf(entry) : null),
        },
      ],
    });
    try {
      const { output } = await build.generate({ format: 'esm', codeSplitting: false, banner: BANNER });
      const modules = output[0].moduleIds.filter((id) => id.startsWith('/') || /^[a-z]:[\\/]/i.test(id));
      return { code: output[0].code, modules };
    } finally {
      await build.close();
    }
  } catch (cause) {
    throw new HermesError('CONTRACT_INVALID', `The entry cannot be bundled: ${firstLine(cause)}`, {
      layer: 'tools',
      where: entry,
      cause,
    });
  }
}

async function readKept(manifestFile: string, cacheFolder: string): Promise<string | null> {
  try {
    const { output, modules } = manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));
    const code = await readFile(join(cacheFolder, output));
    if (`${digest(code)}.mjs` !== output) return null;
    const unchanged = await Promise.all(
      modules.map(async ({ path, sha256 }) => digest(await readFile(path)) === sha256),
    );
    return unchanged.every(Boolean) ? join(cacheFolder, output) : null;
  } catch {
    return null;
  }
}

async function replaceFile(path: string, content: string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  await writeFile(partial, content);
  await chmod(partial, 0o600);
  await rename(partial, path);
}

const digest = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

const firstLine = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).trim().split('\n').slice(0, 3).join(' ');
