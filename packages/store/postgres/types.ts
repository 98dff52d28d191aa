import { HermesError } from '@hermes-agent/core';
import type pg from 'pg';
import type { SqlValue } from '../port.ts';

/** Object ids of PostgreSQL's built-in types (pg_type.dat), the same in every server. */
const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const OID = 26;
const FLOAT4 = 700;
const FLOAT8 = 701;
const NUMERIC = 1700;

const asText = (text: string): SqlValue => text;

/** Left alone, the driver gives int8 and numeric as text, booleans, dates and parsed JSON: not what the port promises. */
const PARSERS: Readonly<Record<number, (text: string) => SqlValue>> = {
  [BOOL]: (text) => (text === 't' ? 1 : 0),
  [BYTEA]: bytesOf,
  [INT8]: numberOf,
  [INT2]: Number,
  [INT4]: Number,
  [OID]: Number,
  [FLOAT4]: Number,
  [FLOAT8]: Number,
  [NUMERIC]: numberOf,
};

/** Turns columns into what the port promises, whatever their type. Every type not named is its own text. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => PARSERS[oid] ?? asText,
};

/** `Uint8Array` over memory of its own: a small Buffer would be a view into the driver's shared pool. */
function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}

function numberOf(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new HermesError('INVALID_ARGUMENT', 'An integer in the result is too large to be held exactly', {
      layer: 'store',
      hint: 'Select it as text.',
    });
  }
  return value;
}
