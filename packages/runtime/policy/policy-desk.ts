import {
  type Bus,
  type ControlChange,
  choosePolicy,
  DEFAULT_POLICIES,
  type PolicyRule,
  type PolicySelector,
} from '@hermes-agent/bus';
import { CODES, HermesError, isCode, type JsonValue } from '@hermes-agent/core';
import type { Agent } from '../agent/agent.ts';
import { checkRule } from './check-rule.ts';
import { compileRule } from './compile-rule.ts';
import { type PolicyRuleDocument, policyRule } from './policy-document.ts';

/** A rule, and who says so. */
export interface PolicyInForce {
  readonly from: 'default' | 'agent' | 'override';
  /** The agent whose folder says so; null when it holds for all. */
  readonly agent: string | null;
  readonly by: string | null;
  readonly at: number | null;
  readonly rule: PolicyRule;
}

/** Shows and changes what errors lead to, over all agents of this store. */
export interface PolicyDesk {
  /** All rules; later ones win over equal ones before them. */
  list(): Promise<readonly PolicyInForce[]>;
  /** The rule that holds for an error of a tool. */
  get(subject: {
    readonly error: string;
    readonly tool?: string;
    readonly version?: string;
  }): Promise<PolicyInForce>;
  /**
   * Overrides a rule, written as in `policies.yaml`; resolves to what it replaces.
   *
   * Throws `INVALID_ARGUMENT` with what is wrong in view of the agents' contracts.
   */
  set(
    rule: JsonValue,
    by: string,
  ): Promise<{ readonly before: PolicyRule | null; readonly after: PolicyRule }>;
  /** Takes an override away. Throws `NOT_FOUND`. */
  unset(selector: PolicySelector, by: string): Promise<PolicyRule>;
  changes(limit?: number): Promise<readonly ControlChange[]>;
}

export function createPolicyDesk(
  { policies }: Pick<Bus, 'policies'>,
  agents: ReadonlyMap<string, Agent>,
): PolicyDesk {
  const list = async (): Promise<readonly PolicyInForce[]> => {
    const overrides = await policies.overrides();
    return [
      ...DEFAULT_POLICIES.map(
        (rule) => ({ from: 'default', agent: null, by: null, at: null, rule }) as const,
      ),
      ...[...agents.values()].flatMap((agent) =>
        agent.policies.map(
          (rule) => ({ from: 'agent', agent: agent.document.name, by: null, at: null, rule }) as const,
        ),
      ),
      ...overrides.map(({ rule, by, at }) => ({ from: 'override', agent: null, by, at, rule }) as const),
    ];
  };
  return {
    list,
    async get({ error, tool = '', version = '' }) {
      const holders = [...agents.values()].filter(({ contracts }) =>
        contracts.some(({ name }) => name === tool),
      );
      const own = new Set(holders.map(({ document }) => document.name));
      const rules = (await list()).filter(({ agent }) => agent === null || own.has(agent));
      const subject = { tool, version, code: error, retryable: isCode(error) && CODES[error].retryable };
      const chosen = choosePolicy(
        rules.map(({ rule }) => rule),
        subject,
      );
      return rules.find(({ rule }) => rule === chosen)!;
    },
    async set(written, by) {
      const parsed = policyRule.safeParse(written);
      if (!parsed.success) {
        const { path, message } = parsed.error.issues[0]!;
        throw invalid(path.map(String), message);
      }
      const resolveTool = resolverFor(parsed.data, agents);
      for (const { path, message } of checkRule(parsed.data, resolveTool)) throw invalid(path, message);
      const after = compileRule(parsed.data, resolveTool);
      return { before: await policies.set(after, by), after };
    },
    async unset(selector, by) {
      const before = await policies.unset(selector, by);
      if (before !== null) return before;
      throw new HermesError('NOT_FOUND', 'No override is set for that', {
        layer: 'runtime',
        hint: '`hermes policy list` shows those there are.',
      });
    },
    changes: policies.changes,
  };
}

/** The tools of the agent that the rule is about: the first whose folder holds what it names. */
function resolverFor(
  { tool, fallback }: PolicyRuleDocument,
  agents: ReadonlyMap<string, Agent>,
): Agent['resolveTool'] {
  const named = [tool, fallback?.tool].filter((name) => name !== undefined);
  const holder = [...agents.values()].find(({ contracts }) =>
    named.every((name) => contracts.some((contract) => contract.name === name)),
  );
  return holder?.resolveTool ?? (() => undefined);
}

const invalid = (path: readonly (string | number)[], message: string): HermesError =>
  new HermesError('INVALID_ARGUMENT', path.length === 0 ? message : `${path.join('.')}: ${message}`, {
    layer: 'runtime',
    where: `/${path.join('/')}`,
  });
