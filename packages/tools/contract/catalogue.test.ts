import { verifies } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { parseContract } from './load-contracts.ts';

const version = (number: string, name = 'ping') =>
  parseContract(
    `{ name: ${name}, version: ${number}, description: x, input_schema: { type: object }, output_schema: {} }`,
    `${name}-${number}.yaml`,
  );

test('a range resolves to its highest version', () => {
  verifies('T9');
  const catalogue = createCatalogue(
    ['1.0.0', '1.10.0', '1.9.1', '2.0.0', '3.0.0-beta.1'].map((number) => version(number)),
  );
  const resolved = (range: string) => catalogue.resolve('ping', range)?.version;
  expect(resolved('^1')).toBe('1.10.0');
  expect(resolved('~1.9')).toBe('1.9.1');
  expect(resolved('1.0.0')).toBe('1.0.0');
  expect(resolved('*')).toBe('2.0.0');
  expect(resolved('^4')).toBeUndefined();
  expect(resolved('no range')).toBeUndefined();
  expect(catalogue.resolve('pong', '*')).toBeUndefined();
  expect(catalogue.exact('ping', '2.0.0')?.version).toBe('2.0.0');
  expect(catalogue.exact('ping', '^2')).toBeUndefined();
});

test('a version is there once', () => {
  expect(() => createCatalogue([version('1.0.0'), version('1.0.0')])).toThrow(/there twice/);
});
