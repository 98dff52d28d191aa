import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from './debian.ts';

const PROGRAMS = ['spin', 'gcc'] as const;
const HEADERS = 'libc6-dev';

/**
 * Whether the model checker SPIN, and the compiler it makes its verifiers with, can be run by name; on Debian as
 * root what is missing is installed.
 */
export function ensureSpin(): boolean {
  const missing = PROGRAMS.filter((program) => !isOnPath(program));
  if (missing.length === 0) return true;
  installDebianPackages([...missing, HEADERS]);
  return PROGRAMS.every(isOnPath);
}

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
