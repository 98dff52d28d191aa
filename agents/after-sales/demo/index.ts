import { mkdir } from 'node:fs/promises';
import { startOrderCentre } from './order-centre/server.ts';

/** Starts the order centre on loopback; what it keeps lies in `dataDir`. `ports.order_centre` 0 or absent: any free one. */
export async function startDemo(options: {
  readonly dataDir: string;
  readonly now: () => number;
  readonly ports?: { readonly order_centre?: number };
}) {
  await mkdir(options.dataDir, { recursive: true });
  const orderCentre = await startOrderCentre({
    dataDir: options.dataDir,
    now: options.now,
    port: options.ports?.order_centre ?? 0,
  });
  return {
    servers: { order_centre: orderCentre.url },
    settings: {},
    secrets: { 'order_centre/token': orderCentre.token },
    stop: () => orderCentre.stop(),
  };
}
