import { silentLogger, systemClock } from '@hermes-agent/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Answer, type Received, startReceiver } from '../testing/receiver.ts';
import { createSpan } from '../testing/span.ts';
import { createOtlpExporter } from './otlp-exporter.ts';

/** `ExportTraceServiceRequest` in the JSON form of opentelemetry-proto 1.x, as far as it is used; unknown fields fail. */
const hex = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`));
const nano = z.string().regex(/^\d{19}$/);
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
]);
const attributes = z.array(z.strictObject({ key: z.string().min(1), value }));
const requestSchema = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId: hex(32),
              spanId: hex(16),
              parentSpanId: hex(16).optional(),
              name: z.string().min(1),
              kind: z.int().min(1).max(5),
              startTimeUnixNano: nano,
              endTimeUnixNano: nano,
              attributes,
              status: z.strictObject({ code: z.int().min(0).max(2), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

async function openExporter(answer?: (number: number) => Answer | null) {
  const collector = await startReceiver(answer);
  const settings = {
    url: new URL(`${collector.url}/v1/traces`),
    headers: { 'x-key': 'k' },
    serviceName: 'shop',
  };
  const exporter = createOtlpExporter(settings, {
    clock: systemClock,
    random: () => 0,
    logger: silentLogger,
  });
  return { collector, exporter };
}

const spansIn = ({ body }: Received) =>
  requestSchema
    .parse(JSON.parse(body))
    .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));

test('a collector takes what it is sent: one valid request for a batch', async () => {
  const { collector, exporter } = await openExporter(() => ({ status: 200, body: '{"partialSuccess":{}}' }));
  exporter.write(createSpan());
  exporter.write(createSpan({ layer: 'tools', name: 'TOOL_CALL', attributes: { contract: 'a@1.0.0#f' } }));
  exporter.write(createSpan({ parentSpanId: null, name: 'request', code: 'CANCELLED' }));
  await exporter.close(5_000);
  expect(collector.received).toMatchObject([
    { path: '/v1/traces', headers: { 'content-type': 'application/json', 'x-key': 'k' } },
  ]);
  expect(spansIn(collector.received[0]!).map(({ name }) => name)).toEqual([
    'process agent_requests',
    'request',
    'execute_tool a',
  ]);
  expect(exporter.dropped()).toBe(0);
});

test('a busy collector is asked again, when it said', async () => {
  const { collector, exporter } = await openExporter((number) =>
    number === 1 ? { status: 429, headers: { 'retry-after': '1' } } : { status: 200, body: '{}' },
  );
  exporter.write(createSpan());
  await collector.heard(1);
  const askedAt = performance.now();
  await collector.heard(2);
  expect(performance.now() - askedAt).toBeGreaterThan(900);
  await exporter.close(5_000);
  expect(exporter.dropped()).toBe(0);
});

test('what a collector refuses is counted and not sent again', async () => {
  const { collector, exporter } = await openExporter((number) =>
    number === 1 ? { status: 400 } : { status: 200, body: '{"partialSuccess":{"rejectedSpans":"2"}}' },
  );
  for (let count = 0; count < 512 + 3; count += 1) exporter.write(createSpan());
  await exporter.close(5_000);
  expect(collector.received).toHaveLength(2);
  expect(exporter.dropped()).toBe(512 + 2);
});

test('without a collector nothing blocks, nothing throws, and the buffer has an end', async () => {
  const url = new URL('http://127.0.0.1:2/v1/traces');
  const world = { clock: systemClock, random: () => 0, logger: silentLogger };
  const exporter = createOtlpExporter({ url, headers: {}, serviceName: 'shop' }, world);
  const startedAt = performance.now();
  for (let count = 0; count < 20_000; count += 1) exporter.write(createSpan());
  await exporter.close(1_000);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  expect(exporter.dropped()).toBe(20_000);
});
