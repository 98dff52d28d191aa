import { z } from 'zod';
import { condition } from '../plan/plan-document.ts';

const name = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'expected the name of a tool, such as send_mail');

const fallback = z.strictObject({
  tool: name,
  /** A semver range; the highest version in the folder is asked. */
  version: z.string().min(1),
  timeout_ms: z.int().min(100).max(600_000).default(5_000),
  /** Literals, `{ $input: /pointer }` into the step's own input, `{ $idempotency_key: self }`. */
  input: z.record(z.string(), z.json()).default({}),
  done_when: condition.optional(),
  failed_when: condition.optional(),
  /** The step's output: literals and `{ $output: fallback#/pointer }`; left out, the answer itself. */
  output: z.record(z.string(), z.json()).optional(),
});

/** One rule as it is written: in `policies.yaml`, on the command line, and on the wire. */
export const policyRule = z
  .strictObject({
    tool: name.optional(),
    version: z.string().min(1).optional(),
    error: z
      .string()
      .regex(
        /^(any|retryable|unanswered|[A-Z][A-Z0-9_]{0,63})$/,
        'expected a code such as CONTRACT_VIOLATION, or unanswered, retryable, any',
      ),
    action: z.enum(['LOG_ONLY', 'RETRY', 'RETRY_WITH_FALLBACK', 'FREEZE', 'COMPENSATE', 'FAIL']),
    severity: z.enum(['info', 'warning', 'critical']).optional(),
    fallback: fallback.optional(),
  })
  .refine(({ version, tool }) => version === undefined || tool !== undefined, {
    path: ['version'],
    message: 'expected a tool beside the version',
  })
  .refine((rule) => (rule.action === 'RETRY_WITH_FALLBACK') === (rule.fallback !== undefined), {
    path: ['fallback'],
    message: 'expected a fallback with RETRY_WITH_FALLBACK, and only there',
  })
  .refine(({ action, error }) => action !== 'LOG_ONLY' || error === 'CONTRACT_VIOLATION', {
    path: ['action'],
    message: 'LOG_ONLY is for CONTRACT_VIOLATION: other errors bring no output that could be passed on',
  });

/** `policies.yaml`: what an error leads to. */
export const policyDocument = z.strictObject({
  policies: z.literal('hermes/v1'),
  rules: z.array(policyRule).max(200),
});

export type PolicyRuleDocument = z.infer<typeof policyRule>;
export type PolicyFallbackDocument = z.infer<typeof fallback>;
