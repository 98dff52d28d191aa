import { isJsonObject, type JsonObject, type JsonValue, parsePointer } from '@hermes-agent/core';
import type { ContractDocument, HttpBinding } from '../../contract/document.ts';
import type { SchemaIssue } from '../../schema/lint.ts';
import { pathNames, sourceOf } from './parameter.ts';

/** Headers that this layer writes itself, or that decide where a message ends. */
const RESERVED_HEADERS = new Set(
  'authorization connection content-length content-type cookie expect host keep-alive proxy-authorization te trailer transfer-encoding traceparent upgrade'.split(
    ' ',
  ),
);

/** What would only show at the first call: an input that is sent nowhere, a path without its value. */
export function checkHttpBinding(binding: HttpBinding, document: ContractDocument): readonly SchemaIssue[] {
  return [
    ...checkPath(binding, document.input_schema),
    ...checkParameters(binding, document.input_schema),
    ...checkBody(binding, document.input_schema),
    ...checkRedirects(binding, document),
  ];
}

function checkPath(binding: HttpBinding, input: JsonObject): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const parameters = binding.parameters ?? [];
  const named = pathNames(binding.path);
  for (const name of named) {
    if (!parameters.some((parameter) => parameter.in === 'path' && parameter.name === name)) {
      issues.push({ path: ['path'], message: `{${name}} has no parameter \`in: path\`` });
    }
  }
  const required = (input.required ?? []) as readonly JsonValue[];
  for (const [index, parameter] of parameters.entries()) {
    if (parameter.in !== 'path') continue;
    const path = ['parameters', index];
    if (!named.includes(parameter.name)) {
      issues.push({ path, message: `{${parameter.name}} is not in the path ${binding.path}` });
    }
    if (!required.includes(topOf(sourceOf(parameter)))) {
      issues.push({ path, message: 'a path needs its value: make the input required' });
    }
  }
  return issues;
}

function checkParameters(binding: HttpBinding, input: JsonObject): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  for (const [index, parameter] of (binding.parameters ?? []).entries()) {
    const path = ['parameters', index];
    if (!isDeclared(input, topOf(sourceOf(parameter)))) {
      issues.push({ path, message: `the input schema has no ${topOf(sourceOf(parameter))}` });
    }
    if (parameter.in === 'header' && RESERVED_HEADERS.has(parameter.name.toLowerCase())) {
      issues.push({ path, message: `the header ${parameter.name} is not for arguments` });
    }
  }
  return issues;
}

function checkBody(binding: HttpBinding, input: JsonObject): SchemaIssue[] {
  const { body, method } = binding;
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    return [{ path: ['body'], message: `${method} has no body` }];
  }
  if (body === 'json' || (body !== undefined && body.from === '')) return [];
  const taken = new Set((binding.parameters ?? []).map((parameter) => topOf(sourceOf(parameter))));
  if (body !== undefined) taken.add(topOf(body.from));
  const left = Object.keys(isJsonObject(input.properties) ? input.properties : {}).filter(
    (name) => !taken.has(name),
  );
  return left.length === 0 ? [] : [{ path: [], message: `the input ${left.join(', ')} is sent nowhere` }];
}

function checkRedirects(binding: HttpBinding, document: ContractDocument): SchemaIssue[] {
  const reads = document.effects === 'read' || (document.effects === undefined && isSafe(binding.method));
  return binding.redirects === 'same-origin' && !reads
    ? [{ path: ['redirects'], message: 'a write is never redirected: it might be done twice, or elsewhere' }]
    : [];
}

/** Methods that change nothing by definition (RFC 9110 section 9.2.1). */
export const isSafe = (method: HttpBinding['method']): boolean => method === 'GET' || method === 'HEAD';

const topOf = (pointer: string): string => parsePointer(pointer)?.[0] ?? '';

const isDeclared = (input: JsonObject, name: string): boolean =>
  isJsonObject(input.properties) ? Object.hasOwn(input.properties, name) : true;
