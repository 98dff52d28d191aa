import { formatPointer, isJsonObject, type JsonObject, parsePointer } from '@hermes-agent/core';
import type { ErrorObject } from 'ajv';
import type { Excess } from './bounds.ts';
import { clip } from './clip.ts';
import { expectationOf, typeWords } from './expectation.ts';
import { nearestName } from './nearest.ts';
import { observedType } from './observed.ts';

/** One breach of a schema. It names types, never values: it may go to a log, a trace, a user. */
export interface Violation {
  /** Where in the value: a JSON pointer, empty for the whole. */
  readonly pointer: string;
  readonly keyword: string;
  /** What the schema asks for there, in words. */
  readonly expected: string;
  /** The JSON type found there, or `missing`. */
  readonly observed: string;
  /** All of it in one line. */
  readonly message: string;
}

/** Ajv's errors as violations: alternatives' noise taken out, unknown fields with the name that was meant. */
export function violationsOf(errors: readonly ErrorObject[]): Violation[] {
  return withoutNoise(errors).map(toViolation);
}

export function violationOfExcess(excess: Excess): Violation {
  return violation(excess.pointer, excess.keyword, excess.expected, excess.observed);
}

function toViolation(error: ErrorObject): Violation {
  const { instancePath, keyword, params, data } = error;
  const parent = (error.parentSchema ?? {}) as JsonObject;
  switch (keyword) {
    case 'required':
    case 'dependentRequired': {
      const name = params.missingProperty as string;
      const properties = isJsonObject(parent.properties) ? parent.properties : {};
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return violation(instancePath + formatPointer([name]), keyword, typeWords(member), 'missing');
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      if (parent['x-sensitive'] === true) {
        return violation(instancePath, keyword, 'declared fields only', 'an unknown field');
      }
      const name = (params.additionalProperty ?? params.unevaluatedProperty) as string;
      const declared = isJsonObject(parent.properties) ? Object.keys(parent.properties) : [];
      const nearest = nearestName(name, declared);
      const shown = clip(name, 64);
      return {
        ...violation(
          instancePath + formatPointer([shown]),
          keyword,
          'no such field',
          observedType((data as JsonObject)[name]),
        ),
        message: `unknown property ${shown}${place(instancePath)}${nearest === undefined ? '' : `, did you mean ${nearest}?`}`,
      };
    }
    default:
      return violation(instancePath, keyword, expectationOf(error), observedType(data));
  }
}

function violation(pointer: string, keyword: string, expected: string, observed: string): Violation {
  const where = pointer === '' ? 'the value' : (parsePointer(pointer) ?? [pointer]).join('.');
  const found =
    JSON_TYPES.has(observed) && keyword !== 'type' ? `${article(observed)} that does not fit` : observed;
  return {
    pointer,
    keyword,
    expected,
    observed,
    message: `${where}: expected ${expected}, got ${found}`,
  };
}

/** What is not one of these says by itself what is wrong with it: `missing`, `more`, `a lone surrogate`. */
const JSON_TYPES = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const place = (instancePath: string): string =>
  instancePath === '' ? '' : ` in ${(parsePointer(instancePath) ?? []).join('.')}`;

/**
 * When no alternative fits, each of them has reported something. What helps is the report from deepest inside
 * the value; when all are about the same place, the one line that none fits.
 */
function withoutNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const summaries = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  let kept = errors.filter(({ keyword }) => keyword !== 'if');
  for (const summary of summaries) {
    const branches = kept.filter(
      (error) => error !== summary && error.schemaPath.startsWith(`${summary.schemaPath}/`),
    );
    const deepest = branches.filter(({ instancePath }) => instancePath.length > summary.instancePath.length);
    const dropped = new Set(
      deepest.length > 0 ? [summary, ...branches.filter((e) => !deepest.includes(e))] : branches,
    );
    kept = kept.filter((error) => !dropped.has(error));
  }
  return kept;
}
