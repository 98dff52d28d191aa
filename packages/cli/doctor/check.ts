import { asHermesError } from '@hermes-agent/core';

/** One line of the doctor's report; `todo` says what to do when it is not `ok`. */
export interface CheckResult {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly todo?: string;
}

export interface Check {
  readonly name: string;
  readonly run: () => Promise<Omit<CheckResult, 'check'>>;
}

/** Runs a check; what it throws is a failure like any other. */
export async function runCheck({ name, run }: Check): Promise<CheckResult> {
  try {
    return { check: name, ...(await run()) };
  } catch (thrown) {
    const { code, message, where, hint } = asHermesError(thrown, 'cli');
    const place = where === undefined ? '' : ` (${where})`;
    return {
      check: name,
      status: 'fail',
      detail: `${code}: ${message}${place}`,
      ...(hint === undefined ? {} : { todo: hint }),
    };
  }
}
