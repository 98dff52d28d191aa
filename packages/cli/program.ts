import { Command } from 'commander';
import { addArchive } from './command/archive.ts';
import { addAttention } from './command/attention.ts';
import { addCanary } from './command/canary.ts';
import { addCancel } from './command/cancel.ts';
import { addChat } from './command/chat.ts';
import { addCompensation } from './command/compensation.ts';
import { addDeadLetter } from './command/dead-letter.ts';
import { addDev } from './command/dev.ts';
import { addDoctor } from './command/doctor.ts';
import { addPolicy, addTool } from './command/policy.ts';
import type { Run } from './command/run.ts';
import { addTrace } from './command/trace.ts';
import { addWorker } from './command/worker.ts';
import { version } from './version.ts';

/** The command line. The commands' own code is loaded when one is run, so that `--help` is quick. */
export function createProgram(run: Run): Command {
  const program = new Command('hermes')
    .description('Agents that do real business: talk to them, watch them, serve them.')
    .version(version, '-v, --version')
    .helpCommand(false)
    .showHelpAfterError('Run with --help for what there is.')
    .exitOverride();
  for (const add of [
    addDev,
    addChat,
    addTrace,
    addCancel,
    addAttention,
    addCompensation,
    addDeadLetter,
    addPolicy,
    addTool,
    addCanary,
    addArchive,
    addWorker,
    addDoctor,
  ])
    add(program, run);
  return program;
}
