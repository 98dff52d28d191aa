import { describe, expect, test } from 'vitest';
import type { DomainDeclaration } from './declaration.ts';
import { declareDomains } from './domains.ts';

const field = { purpose: 'calls', retention: 'P1Y', type: 'string' } as const;
const declaring =
  (...declarations: unknown[]) =>
  () =>
    declareDomains(declarations as DomainDeclaration[]);

describe('a domain declaration', () => {
  test('is found by its exact name', () => {
    const { find } = declareDomains([{ name: 'retail', fields: { phone: field } }]);
    expect(find('retail').fields.get('phone')).toEqual({
      name: 'phone',
      type: 'string',
      retentionMs: 31_536_000_000,
    });
    for (const name of ['Retail', 'retai', '__proto__']) {
      expect(() => find(name)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    }
  });

  test.each([
    ['a bad name', { name: 'Retail', fields: {} }, '/name'],
    ['a bad field name', { name: 'retail', fields: { 'a b': field } }, '/retail/fields/a b'],
    [
      'no purpose',
      { name: 'retail', fields: { phone: { ...field, purpose: ' ' } } },
      '/retail/fields/phone/purpose',
    ],
    [
      'no known type',
      { name: 'retail', fields: { phone: { ...field, type: 'text' } } },
      '/retail/fields/phone/type',
    ],
    [
      'no retention',
      { name: 'retail', fields: { phone: { ...field, retention: 'ever' } } },
      '/retail/fields/phone/retention',
    ],
  ])('with %s is refused, with the place', (_, declaration, where) => {
    expect(declaring(declaration)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', where }));
  });

  test('twice is refused', () => {
    const retail = { name: 'retail', fields: {} };
    expect(declaring(retail, retail)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
  });
});
