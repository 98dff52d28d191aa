// Runs before `npm start` and `npm test`. Plain JavaScript with nothing imported but Node's own modules: it runs
// before anything is installed, on any Node from 20 on. Installs when the lock file changed since the last time,
// then makes sure that npm's scripts find a Node that runs the sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_TO_INSTALL = 20;
const OLDEST_TO_RUN = 24;

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.hermes-installed');

const give = (...lines) => {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(69);
};

if (Number.parseInt(process.versions.node, 10) < OLDEST_TO_INSTALL) {
  give(
    `Hermes Agent needs Node ${OLDEST_TO_INSTALL} or newer to install itself; this is Node ${process.versions.node}.`,
    'Install a newer one from https://nodejs.org and try again.',
  );
}

// The version of Node is no part of it: the second run is done by the Node that the first one installed.
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex');

/** Whether npm has put in what the lock file says, by the record that any installation leaves at its end. */
const isInstalled = () => {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { packages: present } = JSON.parse(readFileSync(record, 'utf8'));
  return Object.entries(locked).every(([path, { version, integrity, optional, os, cpu }]) => {
    if (path === '') return true;
    // What is for other platforms is left out.
    if (present[path] === undefined) return optional === true || (os ?? cpu) !== undefined;
    return present[path].version === version && present[path].integrity === integrity;
  });
};

const isStamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (!isStamped && !isInstalled()) {
  process.stderr.write(
    'Installing what Hermes Agent needs; this takes about a minute, and only after a change …\n',
  );
  const flags = ['--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['ci', ...flags], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    give('The installation failed; the lines above say why. Run the same command to try again.');
}
if (!isStamped) writeFileSync(stamp, wanted);

const bundled = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const found = spawnSync(existsSync(bundled) ? bundled : 'node', ['--version'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const major = Number.parseInt((found.stdout ?? '').replace(/^v/, ''), 10);
if (!(major >= OLDEST_TO_RUN)) {
  const how =
    process.platform === 'darwin'
      ? 'Install it with `brew install node@24`, or from https://nodejs.org.'
      : `No Node for ${process.platform}-${process.arch} comes with this project. Install it from https://nodejs.org.`;
  give(`Hermes Agent runs on Node ${OLDEST_TO_RUN} or newer, and there is none here.`, how);
}
