/** `npm run bench -- NAME [options]`: runs `bench/NAME/bench.ts`; without a name, lists what there is. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `bench/NAME/bench.ts` exports. */
export interface Bench {
  readonly title: string;
  /** Runs with the words behind its name; resolves to the exit status. */
  run(options: readonly string[]): Promise<number>;
}

const HERE = import.meta.dirname;
const PEERS = join(HERE, 'node_modules');

const names = readdirSync(HERE).filter((name) => existsSync(join(HERE, name, 'bench.ts')));
const load = async (name: string): Promise<Bench> => (await import(join(HERE, name, 'bench.ts'))) as Bench;

/** The peers are installed once for each state of their lock file, and only for those who measure. */
function installPeers(): void {
  const stamp = join(PEERS, '.hermes-installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(HERE, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stderr.write('Installing what is measured beside Hermes Agent …\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['ci', ...flags], {
    cwd: HERE,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('The peers could not be installed; the lines above say why');
  writeFileSync(stamp, lock);
}

const [name, ...options] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  if (name !== undefined) process.stderr.write(`There is no benchmark named ${name}.\n`);
  process.stderr.write('npm run bench -- NAME, where NAME is one of:\n');
  for (const each of names) process.stderr.write(`  ${each}  ${(await load(each)).title}\n`);
  process.exitCode = name === undefined ? 0 : 64;
} else {
  installPeers();
  process.exitCode = await (await load(name)).run(options);
}
