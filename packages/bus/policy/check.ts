import { HermesError } from '@hermes-agent/core';
import { POLICY_ACTIONS, type PolicyRule } from './rule.ts';

const ERROR = /^(?:any|retryable|unanswered|[A-Z][A-Z0-9_]{0,63})$/;
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Throws `INVALID_ARGUMENT` with the JSON pointer of what is wrong with a rule. */
export function checkRule(rule: PolicyRule): void {
  const { tool, version, error, action, severity, fallback } = rule;
  expectThat(POLICY_ACTIONS.includes(action), '/action', `one of ${POLICY_ACTIONS.join(', ')}`);
  expectThat(ERROR.test(error), '/error', 'a code such as CONTRACT_VIOLATION, or unanswered, retryable, any');
  expectThat(tool === undefined || NAME.test(tool), '/tool', 'the name of a tool');
  expectThat(version === undefined || tool !== undefined, '/version', 'a tool beside the version');
  expectThat(
    severity === undefined || ['info', 'warning', 'critical'].includes(severity),
    '/severity',
    'info, warning or critical',
  );
  expectThat(
    (action === 'RETRY_WITH_FALLBACK') === (fallback !== undefined),
    '/fallback',
    'a fallback with RETRY_WITH_FALLBACK, and only there',
  );
  expectThat(
    action !== 'LOG_ONLY' || error === 'CONTRACT_VIOLATION',
    '/error',
    'CONTRACT_VIOLATION with LOG_ONLY: other errors bring no output that could be passed on',
  );
}

function expectThat(holds: boolean, where: string, expected: string): void {
  if (!holds) throw new HermesError('INVALID_ARGUMENT', `Expected ${expected}`, { layer: 'bus', where });
}
