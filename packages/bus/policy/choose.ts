import type { PolicyRule } from './rule.ts';

/** An error as policies see it. */
export interface PolicySubject {
  readonly tool: string;
  readonly version: string;
  readonly code: string;
  readonly retryable: boolean;
}

/** No answer rather than a bad one: another attempt may well succeed, whatever the table says of the code. */
const UNANSWERED: ReadonlySet<string> = new Set(['EXECUTE_TIMEOUT', 'CONNECTION_LOST', 'WORKER_LOST']);

export const isUnanswered = (code: string): boolean => UNANSWERED.has(code);

/**
 * The rule that holds for an error: the most specific one. A tool's version weighs more than the tool, the tool
 * more than the code, a code more than a class. Of rules that say the same, the last: overrides come last.
 */
export function choosePolicy(rules: readonly PolicyRule[], subject: PolicySubject): PolicyRule {
  const matching = rules.filter((rule) => matches(rule, subject));
  return matching.reduce((best, rule) => (weightOf(rule) >= weightOf(best) ? rule : best));
}

function matches({ tool, version, error }: PolicyRule, subject: PolicySubject): boolean {
  if (tool !== undefined && tool !== subject.tool) return false;
  if (version !== undefined && version !== subject.version) return false;
  switch (error) {
    case 'any':
      return true;
    case 'retryable':
      return subject.retryable;
    case 'unanswered':
      return isUnanswered(subject.code);
    default:
      return error === subject.code;
  }
}

const CLASSES: readonly string[] = ['any', 'retryable', 'unanswered'];

function weightOf({ tool, version, error }: PolicyRule): number {
  const rank = CLASSES.indexOf(error);
  return (version === undefined ? 0 : 16) + (tool === undefined ? 0 : 8) + (rank < 0 ? CLASSES.length : rank);
}
