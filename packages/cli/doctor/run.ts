import { HermesError } from '@hermes-agent/core';
import { dataDirOf } from '../data-dir.ts';
import { findServer } from '../instance/find-server.ts';
import { readPort } from '../read-port.ts';
import { createPaint, type Terminal, writeJson, writeLine } from '../terminal/terminal.ts';
import { type Check, type CheckResult, runCheck } from './check.ts';
import { agentsCheck, fontCheck, serverCheck, storeCheck } from './house.ts';
import { dataCheck, diskCheck, nodeCheck } from './machine.ts';
import { portCheck } from './port.ts';

export interface DoctorOptions {
  readonly json?: boolean;
  readonly data?: string;
  readonly agents?: string;
}

const MARKS = { ok: ['green', '✓'], warn: ['yellow', '!'], fail: ['red', '✗'] } as const;

/** `hermes doctor`: what is in place, what is not, and what to do. Throws `NOT_CONFIGURED` when something fails. */
export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<void> {
  const { environment, stdout } = terminal;
  const dataDir = dataDirOf(options.data, terminal);
  const running = await findServer(dataDir);
  const house = { dataDir, agents: options.agents, terminal };
  const checks: Check[] = [
    nodeCheck,
    dataCheck(dataDir),
    diskCheck(dataDir),
    serverCheck(running),
    portCheck(environment.HERMES_HOST ?? '127.0.0.1', readPort(environment), running),
    storeCheck(house),
    agentsCheck(house),
    fontCheck,
  ];
  let failed = 0;
  for (const check of checks) {
    const result = await runCheck(check);
    if (result.status === 'fail') failed += 1;
    if (options.json === true) writeJson(stdout, result);
    else showResult(result, stdout);
  }
  if (failed > 0) {
    throw new HermesError('NOT_CONFIGURED', `${failed} of ${checks.length} checks failed`, { layer: 'cli' });
  }
}

function showResult({ check, status, detail, todo }: CheckResult, stdout: NodeJS.WriteStream): void {
  const paint = createPaint(stdout);
  const [style, mark] = MARKS[status];
  writeLine(stdout, `${paint(style, mark)} ${check.padEnd(8)} ${detail}`);
  if (todo !== undefined) writeLine(stdout, `           ${paint('dim', '→')} ${todo}`);
}
