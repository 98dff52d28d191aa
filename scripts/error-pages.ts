/** Writes docs/errors/README.md from core's table: `node scripts/error-pages.ts`. A test holds the two together. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CODES, type CodeEntry } from '@hermes-agent/core';

export const ERROR_PAGE = join(resolve(import.meta.dirname, '..'), 'docs', 'errors', 'README.md');

const INTRODUCTION = `# Error codes

Every error that leaves a package carries one of these codes; a tool's contract adds codes of its own business
(\`ORDER_NOT_FOUND\`). The HTTP server answers with the status, the command line ends with the exit code, and a user
reads the words, never the code alone. *Worth retrying* is the default; an error may say otherwise in its
\`retryable\` field.

This page is made from \`packages/core/error/codes.ts\` by \`scripts/error-pages.ts\`.
`;

export function renderErrorPage(): string {
  const sections = Object.entries<CodeEntry>(CODES).map(([code, { status, exit, retryable, zh, en }]) =>
    [
      `## ${code}`,
      '',
      `${en}<br>${zh}`,
      '',
      `HTTP ${status} · exit code ${exit} · ${retryable ? 'worth retrying' : 'not worth retrying as it is'}`,
    ].join('\n'),
  );
  return `${[INTRODUCTION.trim(), ...sections].join('\n\n')}\n`;
}

if (import.meta.main) writeFileSync(ERROR_PAGE, renderErrorPage());
