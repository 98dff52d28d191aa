import { access, constants, mkdir, statfs } from 'node:fs/promises';
import type { Check } from './check.ts';

const LITTLE_BYTES = 500 * 1024 ** 2;
const TOO_LITTLE_BYTES = 50 * 1024 ** 2;

export const nodeCheck: Check = {
  name: 'node',
  async run() {
    const [major] = process.versions.node.split('.').map(Number);
    const detail = `${process.versions.node} at ${process.execPath}`;
    return major! >= 24
      ? { status: 'ok', detail }
      : { status: 'fail', detail, todo: 'Install Node 24 or newer.' };
  },
};

export const dataCheck = (dataDir: string): Check => ({
  name: 'data',
  async run() {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK);
    return { status: 'ok', detail: dataDir };
  },
});

export const diskCheck = (dataDir: string): Check => ({
  name: 'disk',
  async run() {
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const detail = `${(free / 1024 ** 3).toFixed(1)} GB free`;
    if (free >= LITTLE_BYTES) return { status: 'ok', detail };
    const todo = `Make room where ${dataDir} is, or choose another folder with --data.`;
    return { status: free < TOO_LITTLE_BYTES ? 'fail' : 'warn', detail, todo };
  },
});
