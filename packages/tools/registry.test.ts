import { rm } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { loadContracts, parseContract } from './contract/load-contracts.ts';
import { createRegistry } from './registry.ts';
import { makeFolder } from './testing/agent-folder.ts';
import { startServer } from './testing/http-server.ts';
import { never, toolCall } from './testing/tool-call.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe('an http tool', () => {
  test('sends declared arguments where they belong and gives the declared output', async () => {
    const server = await startServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"total":100,"extra":true}');
    });
    const contract = parseContract(
      `
name: get_order
version: 1.0.0
description: An order
input_schema:
  type: object
  required: [order_id]
  properties: { order_id: { type: string, pattern: '^ORD-[0-9]{8}$' }, full: { type: boolean } }
output_schema: { type: object, required: [total], properties: { total: { type: integer } } }
binding:
  http: { method: GET, server: orders, path: '/orders/{order_id}', parameters: [{ name: order_id, in: path }, { name: full, in: query }] }
`,
      'get_order.yaml',
    );
    const registry = createRegistry({ contracts: [contract], servers: { orders: server.url } });
    const outcome = await registry.call(
      toolCall('get_order', { order_id: 'ORD-12345678', full: true }),
      never(),
    );
    expect(outcome).toMatchObject({ ok: true, output: { total: 100 } });
    expect(server.requests.map(({ url }) => url)).toEqual(['/orders/ORD-12345678?full=true']);
    const refused = await registry.call(toolCall('get_order', { order_id: 'X', ful: 1 }), never());
    expect(refused).toMatchObject({ ok: false, code: 'VALIDATION_FAILED', effect: 'none' });
    expect(server.requests).toHaveLength(1);
    await registry.close();
    await server.close();
  });
});

describe('a function tool', () => {
  test('runs in a process of its own', async () => {
    const folder = await makeFolder({
      'contracts/add.yaml': `
name: add
version: 1.0.0
description: Adds
input_schema: { type: object, required: [a, b], properties: { a: { type: number }, b: { type: number } } }
output_schema: { type: object, required: [sum, pid], properties: { sum: { type: number }, pid: { type: integer } } }
effects: read
binding: { function: { entry: tools/add/index.ts } }
`,
      'tools/add/index.ts': `
export default async function add(input: { a: number; b: number }) {
  console.log('adding');
  return { sum: input.a + input.b, pid: process.pid, secret: 1 };
}
`,
    });
    folders.push(folder);
    const registry = createRegistry({ contracts: await loadContracts(folder) });
    await registry.warm();
    const outcome = await registry.call(toolCall('add', { a: 1, b: 2 }), never());
    expect(outcome).toMatchObject({
      ok: true,
      output: { sum: 3 },
      sandbox: { provider: 'process', reused: false },
    });
    await registry.close();
  });
});
