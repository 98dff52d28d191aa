import { isCode, isJsonObject, type JsonObject } from '@hermes-agent/core';
import { checkHttpBinding } from '../binding/http/check-binding.ts';
import { closeObjects } from '../schema/close.ts';
import { lintSchema, type SchemaIssue } from '../schema/lint.ts';
import { compileError, metaSchemaErrors } from '../schema/validator.ts';
import type { ContractDocument } from './document.ts';

/** What is wrong with a contract beyond the form of its fields, each with its place. */
export function checkDocument(document: ContractDocument): SchemaIssue[] {
  const schemas = [
    ...under(['input_schema'], checkSchema(closeObjects(document.input_schema))),
    ...under(['output_schema'], checkSchema(document.output_schema)),
  ];
  // The rest reads the schemas; it would only repeat in other words what is wrong with them.
  if (schemas.length > 0) return schemas;
  return [
    ...checkInputIsObject(document.input_schema),
    ...checkErrorCodes(document),
    ...checkBinding(document),
  ];
}

function checkSchema(schema: JsonObject): readonly SchemaIssue[] {
  const meta = metaSchemaErrors(schema).map(({ instancePath, message, params }) => ({
    path: instancePath
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
    message: `${message}${Array.isArray(params.allowedValues) ? ` (${params.allowedValues.join(', ')})` : ''}`,
  }));
  if (meta.length > 0) return meta.slice(0, 1);
  const lint = lintSchema(schema);
  if (lint.length > 0) return lint;
  const reason = compileError(schema);
  return reason === null ? [] : [{ path: [], message: reason }];
}

function checkInputIsObject(schema: JsonObject): SchemaIssue[] {
  return schema.type === 'object'
    ? []
    : [{ path: ['input_schema'], message: 'must say `type: object`: a tool takes named arguments' }];
}

function checkErrorCodes(document: ContractDocument): SchemaIssue[] {
  const declared = (document.error_codes ?? []).map(({ code }) => code);
  const issues: SchemaIssue[] = [];
  for (const [index, code] of declared.entries()) {
    if (declared.indexOf(code) < index) {
      issues.push({ path: ['error_codes', index, 'code'], message: `${code} is declared twice` });
    }
  }
  for (const [index, rule] of (document.errors ?? []).entries()) {
    const path = ['errors', index];
    if (rule.code === undefined && rule.code_from === undefined) {
      issues.push({ path, message: 'needs a code or a code_from' });
    }
    if (rule.status === undefined && rule.header === undefined && rule.when === undefined) {
      issues.push({ path, message: 'needs a status, a header or a when: it would fit every answer' });
    }
    if (rule.code !== undefined && !declared.includes(rule.code) && !isCode(rule.code)) {
      issues.push({
        path: [...path, 'code'],
        message: `${rule.code} is not among this contract's error_codes`,
      });
    }
  }
  return issues;
}

function checkBinding(document: ContractDocument): readonly SchemaIssue[] {
  const { binding } = document;
  if (binding === undefined) return [];
  if ((binding.http === undefined) === (binding.function === undefined)) {
    return [{ path: ['binding'], message: 'must be exactly one of http and function' }];
  }
  if (binding.http !== undefined) return under(['binding', 'http'], checkHttpBinding(binding.http, document));
  const issues: SchemaIssue[] = [];
  for (const part of ['auth', 'errors'] as const) {
    if (document[part] !== undefined) {
      issues.push({ path: [part], message: 'belongs to an http binding; a function does this itself' });
    }
  }
  if (isJsonObject(document.idempotency) && 'header' in document.idempotency) {
    issues.push({ path: ['idempotency'], message: 'a function has no headers; say `honoured: true`' });
  }
  return issues;
}

const under = (path: readonly (string | number)[], issues: readonly SchemaIssue[]): SchemaIssue[] =>
  issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
