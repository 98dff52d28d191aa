import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { listRoutes } from '../app.ts';
import type { ServerContext } from '../context.ts';
import { startFake } from '../testing/start-fake.ts';

const fetchDocument = async () => {
  const { ask } = await startFake({ version: '1.2.3' });
  return (await (await ask('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: Record<string, unknown> };
  };
};

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate((await fetchDocument()) as Record<string, unknown>);
  expect(result).toEqual({ valid: true });
});

test('every route is in it, itself included, and nothing else', async () => {
  const { paths } = await fetchDocument();
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  const served = listRoutes({ limits: {} } as ServerContext, '').map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(described.sort()).toEqual(served.sort());
  expect(described).toContain('get /openapi.json');
});

test('every reference leads somewhere and every operation has a name of its own', async () => {
  const document = await fetchDocument();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(
    ([, target]) => target!,
  );
  expect(references.length).toBeGreaterThan(10);
  for (const target of references) {
    expect(target).toMatch(/^#\/components\/schemas\/\w+$/);
    expect(document.components.schemas).toHaveProperty(target.split('/').at(-1)!);
  }
  const names = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('requests are closed and answers are open', async () => {
  const { schemas } = (await fetchDocument()).components;
  expect(schemas.Turn).toMatchObject({ required: ['turn_id', 'text'], additionalProperties: false });
  expect(schemas.TurnResult).not.toHaveProperty('additionalProperties');
});
