#!/usr/bin/env node
// Plain JavaScript that an old Node can read. It finds a Node that runs TypeScript and hands over to it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED = 24;
const here = dirname(fileURLToPath(import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  // A packed package holds JavaScript in place of its sources: Node strips no types under node_modules.
  const built = join(here, '..', 'main.js');
  const entry = existsSync(built) ? built : join(here, '..', 'main.ts');
  const { main } = await import(pathToFileURL(entry).href);
  await main(process.argv.slice(2));
} else {
  handOver(findNode());
}

/** The `node` that the platform packages of the installation brought, from here upwards. */
function findNode() {
  for (let folder = here; ; folder = dirname(folder)) {
    const name = process.platform === 'win32' ? 'node.exe' : 'node';
    const candidates = [
      join(folder, 'node_modules', '.bin', name),
      join(folder, 'node_modules', `node-${process.platform.replace('32', '')}-${process.arch}`, 'bin', name),
    ];
    const found = candidates.find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (dirname(folder) === folder) return undefined;
  }
}

function handOver(node) {
  if (node === undefined || process.env.HERMES_HANDED_OVER === '1') {
    process.stderr.write(
      `NODE_TOO_OLD: this is Node ${process.versions.node}; hermes needs Node ${NEEDED} or newer.\n` +
        `  In this project's folder \`npm install\` brings one along on Linux and Windows; elsewhere install it from https://nodejs.org\n`,
    );
    process.exitCode = 69;
    return;
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, HERMES_HANDED_OVER: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`NODE_TOO_OLD: ${node} cannot be started (${error.message}).\n`);
    process.exitCode = 69;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal];
  });
}
