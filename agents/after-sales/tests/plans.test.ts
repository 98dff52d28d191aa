import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadContracts } from '@hermes-agent/tools';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Call {
  readonly tool: string;
  readonly timeout_ms: number;
  readonly retry?: { readonly max_attempts: number };
}

interface Plan {
  readonly preview?: Call & {
    readonly refuse: readonly { readonly when: { readonly equals: string }; readonly response: string }[];
    readonly failed: readonly { readonly response: string }[];
  };
  readonly steps: readonly Call[];
  readonly outcomes: {
    readonly succeeded: string;
    readonly pending: string;
    readonly needs_attention: string;
    readonly failed: readonly { readonly code?: string; readonly response: string }[];
  };
}

const folder = new URL('../plans/', import.meta.url);
const plans: readonly (readonly [name: string, plan: Plan])[] = await Promise.all(
  (await readdir(folder)).map(
    async (name) => [name, parse(await readFile(new URL(name, folder), 'utf8')) as Plan] as const,
  ),
);
const contracts = await loadContracts(fileURLToPath(new URL('..', import.meta.url)));
const contractOf = (tool: string) => contracts.find(({ name }) => name === tool)!;

test.each(plans)('%s: 3 s an attempt, which is 0.6 of the budget, and at most two retries', (_name, plan) => {
  for (const step of plan.steps) {
    expect(contractOf(step.tool).limits.timeoutMs).toBe(3_000);
    expect(step.timeout_ms * 0.6).toBe(3_000);
    expect(step.retry?.max_attempts).toBe(3);
  }
});

test.each(plans)('%s: every refusal of the order centre has words of its own', (_name, plan) => {
  const worded = new Map(plan.outcomes.failed.map(({ code, response }) => [code, response]));
  const shared = new Set(['UNAUTHORIZED_UPSTREAM', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE']);
  for (const { tool } of plan.steps) {
    for (const { code } of contractOf(tool).errorCodes) {
      expect(worded.has(code) || shared.has(code), `${tool} fails with ${code}`).toBe(true);
    }
  }
  expect(worded.get(undefined)).toBe('service_down');
});

test.each(plans)('%s: every response it names has words in Chinese and English', async (_name, plan) => {
  const file = new URL('../flows/responses.yaml', import.meta.url);
  const { texts } = parse(await readFile(file, 'utf8')) as {
    texts: Record<string, { zh?: string; en?: string }>;
  };
  const { failed, ...others } = plan.outcomes;
  const refusals = [...failed, ...(plan.preview?.refuse ?? []), ...(plan.preview?.failed ?? [])];
  for (const key of [...Object.values(others), ...refusals.map(({ response }) => response)]) {
    expect(texts[key], key).toEqual(
      expect.objectContaining({
        zh: expect.stringMatching(/\p{Script=Han}/u),
        en: expect.stringMatching(/[a-z]/),
      }),
    );
  }
});

test('nobody is asked to confirm what would be refused', () => {
  const refusals = [
    'ORDER_NOT_SHIPPED',
    'ORDER_NOT_DELIVERED',
    'ORDER_CANCELLED',
    'RETURN_WINDOW_CLOSED',
    'ALREADY_RETURNED',
  ];
  const previews = plans.filter(([name]) => /^(return|exchange)_request/.test(name));
  expect(previews).toHaveLength(2);
  for (const [, plan] of previews) {
    expect(plan.preview?.refuse.map(({ when }) => when.equals)).toEqual(refusals);
  }
});
