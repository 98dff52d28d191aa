import { type Command, Option } from 'commander';
import { withStore } from './operator-options.ts';
import type { Run } from './run.ts';

const ACTIONS = ['LOG_ONLY', 'RETRY', 'RETRY_WITH_FALLBACK', 'FREEZE', 'COMPENSATE', 'FAIL'];
const ERROR = 'a code such as CONTRACT_VIOLATION, or unanswered, retryable, any';

const withSubject = (command: Command): Command =>
  withStore(
    command.option('--tool <name>', 'of this tool only').option('--version <version>', 'and of this version'),
  );

export function addPolicy(program: Command, run: Run): void {
  const policy = program
    .command('policy')
    .summary('what errors lead to')
    .description('Show what errors lead to, and change it while everything runs; each change is on record.');
  const load = () => import('../policy/run.ts');

  withStore(policy.command('list').description('Show all rules; the most specific one wins.')).action(
    (options) => run(options, async (terminal) => (await load()).listPolicies(options, terminal)),
  );
  withSubject(
    policy.command('get').description('Show the rule that holds for an error.').argument('<error>', ERROR),
  ).action((error, options) =>
    run(options, async (terminal) => (await load()).getPolicy(error, options, terminal)),
  );
  withSubject(
    policy
      .command('set')
      .description('Override a rule, in all processes within a second.')
      .argument('<error>', ERROR)
      .argument('<action>', ACTIONS.join(', '))
      .addOption(
        new Option('--severity <severity>', 'tell people each time').choices(['info', 'warning', 'critical']),
      )
      .option('--fallback <json>', 'with RETRY_WITH_FALLBACK: the tool to ask, as in policies.yaml'),
  ).action((error, action, options) =>
    run(options, async (terminal) => (await load()).setPolicy(error, action, options, terminal)),
  );
  withSubject(
    policy.command('unset').description('Take an override away.').argument('<error>', ERROR),
  ).action((error, options) =>
    run(options, async (terminal) => (await load()).unsetPolicy(error, options, terminal)),
  );
  withStore(policy.command('log').description('Show who changed what, when, from what to what.')).action(
    (options) => run(options, async (terminal) => (await load()).logPolicies(options, terminal)),
  );
}

export function addTool(program: Command, run: Run): void {
  const tool = program
    .command('tool')
    .summary('stop and start versions of tools')
    .description('A frozen version runs nothing new: another stands in, or new work fails with words.');
  const load = () => import('../policy/run.ts');

  withStore(tool.command('frozen').description('Show what is frozen, and why.')).action((options) =>
    run(options, async (terminal) => (await load()).listFrozen(options, terminal)),
  );
  withStore(
    tool
      .command('freeze')
      .description('Freeze exactly this version.')
      .argument('<tool>', 'its name')
      .argument('<version>', 'exact')
      .option('--reason <text>', 'why, for the record'),
  ).action((name, version, options) =>
    run(options, async (terminal) => (await load()).freezeTool(name, version, options, terminal)),
  );
  withStore(
    tool
      .command('thaw')
      .description('Let it run again.')
      .argument('<tool>', 'its name')
      .argument('<version>', 'exact'),
  ).action((name, version, options) =>
    run(options, async (terminal) => (await load()).thawTool(name, version, options, terminal)),
  );
}
