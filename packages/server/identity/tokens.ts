import { createHash, timingSafeEqual } from 'node:crypto';
import { readYaml } from '@hermes-agent/core';
import type { Identity } from '@hermes-agent/runtime';
import { z } from 'zod';

const tokensSchema = z.strictObject({
  tokens: z
    .array(
      z.strictObject({
        sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be the 64 hex digits of a SHA-256'),
        subject: z.string().min(1).max(128),
        tenant: z.string().min(1).max(128),
        role: z.enum(['operator', 'user']),
      }),
    )
    .min(1)
    .max(10_000),
});

/** Who holds `token`, or null. */
export type Tokens = (token: string) => Identity | null;

/**
 * Reads a file of token hashes. The tokens themselves are stored nowhere; `printf %s "$TOKEN" | sha256sum`
 * gives the hash of one.
 *
 * Throws `DOCUMENT_INVALID` with file, line and column.
 */
export async function readTokens(file: string): Promise<Tokens> {
  const { tokens } = await readYaml(file, tokensSchema, 'server');
  const known = tokens.map(({ sha256, ...identity }) => ({ hash: Buffer.from(sha256, 'hex'), identity }));
  return (token) => {
    const hash = createHash('sha256').update(token).digest();
    let holder: Identity | null = null;
    // Every entry is compared, whichever fits, so that the time tells nothing of the place.
    for (const entry of known) if (timingSafeEqual(entry.hash, hash)) holder = entry.identity;
    return holder;
  };
}
