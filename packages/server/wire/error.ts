import { CODES, type HermesError } from '@hermes-agent/core';
import { z } from 'zod';
import { named } from './registry.ts';

export const errorSchema = named(
  'Error',
  z.object({
    error: z.object({
      code: z.string().meta({ description: "A code of this project's table." }),
      message: z.string().meta({ description: 'What is wrong, for a developer.' }),
      where: z
        .string()
        .exactOptional()
        .meta({ description: 'A pointer into the body, a parameter, a file.' }),
      hint: z.string().exactOptional().meta({ description: 'What to do about it.' }),
      words: z
        .object({ zh: z.string(), en: z.string() })
        .meta({ description: 'What may be shown to a user.' }),
    }),
  }),
);

export type WireError = z.infer<typeof errorSchema>;

/** What leaves the process about an error. An unforeseen one says nothing of its inside. */
export function encodeError(error: HermesError): WireError {
  const { zh, en } = CODES[error.code];
  const known = error.code !== 'INTERNAL';
  return {
    error: {
      code: error.code,
      message: known ? error.message : en,
      ...(known && error.where !== undefined ? { where: error.where } : {}),
      ...(known && error.hint !== undefined ? { hint: error.hint } : {}),
      words: { zh, en },
    },
  };
}
