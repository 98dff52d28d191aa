import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFaults, type Faults } from '../demo/order-centre/fault.ts';
import { type OrderCentre, startOrderCentre } from '../demo/order-centre/server.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a reply is whatever JSON came; the tests say what they expect
  readonly body: any;
}

export interface Client {
  readonly centre: OrderCentre;
  readonly faults: Faults;
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown, key?: string): Promise<Reply>;
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'order-centre-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A running order centre and a way to talk to it; both end with the test. */
export async function startClient(
  options: { readonly dataDir?: string; readonly now?: () => number } = {},
): Promise<Client> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const faults = createFaults();
  const centre = await startOrderCentre({ dataDir, now: options.now ?? Date.now, faults });
  onTestFinished(() => centre.stop());
  const call = async (method: string, path: string, body?: unknown, key?: string): Promise<Reply> => {
    const response = await fetch(centre.url + path, {
      method,
      headers: {
        authorization: `Bearer ${centre.token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    centre,
    faults,
    get: (path) => call('GET', path),
    post: (path, body, key) => call('POST', path, body, key),
  };
}

export const RETURN = { order_id: 'ORD-12345678', reason: 'size' } as const;
export const EXCHANGE = {
  order_id: 'ORD-20000015',
  reason: 'quality',
  category: 'shoes',
  address: '上海市浦东新区世纪大道 100 号',
} as const;
