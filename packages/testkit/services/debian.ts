import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether this process may install Debian packages: root on a Debian or a child of it. */
const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs Debian packages where that is possible, without starting any service they bring. Says on standard
 * error that it does so. Returns whether they are there now.
 */
export function installDebianPackages(packages: readonly string[]): boolean {
  if (!canInstall()) return false;
  process.stderr.write(`Installing ${packages.join(', ')} for the tests (apt-get) …\n`);
  const apt = (...args: string[]): boolean =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
      // Runlevel 1 keeps `invoke-rc.d` from starting what it installs.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    }).status === 0;
  // Another test may be installing something else just now.
  const patient = ['-o', 'DPkg::Lock::Timeout=240'];
  const install = [...patient, 'install', '--yes', '-qq', '--no-install-recommends', ...packages];
  return apt(...install) || (apt('update', '-qq') && apt(...install));
}
