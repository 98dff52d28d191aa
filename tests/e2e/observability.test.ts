import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startServer } from '@hermes-agent/server';
import { verifies } from '@hermes-agent/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { keysOf, OPERATOR, openHouse } from './house.ts';

interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

/** A collector as the protocol has it: `POST /v1/traces`, JSON, 200. */
async function startCollector() {
  const spans: ExportedSpan[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as ExportRequest;
    if (request.url === '/v1/traces') {
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('one request is counted at /metrics, and arrives at a collector as one tree of spans', async () => {
  verifies('M5');
  const collector = await startCollector();
  const house = await openHouse({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  const server = await startServer({ hermes: house.hermes, port: 0 });
  const talk = await house.talkTo('after-sales');
  const ended = await talk.say('ORD-87654321 到哪了');
  expect(keysOf(ended).at(-1)).toBe('logistics_found');
  const requestId = ended.requestIds[0]!;
  const trace = await house.hermes.trace(requestId, OPERATOR);

  const scrape = async () => (await fetch(`${server.url}/metrics`)).text();
  // The outcome's span ends a moment after its words are there to read.
  await expect
    .poll(scrape)
    .toContain('hermes_execution_outcomes_total{agent="after-sales",status="succeeded",code="OK"} 1');
  const metrics = await scrape();
  expect(metrics).toContain('hermes_turns_total{agent="after-sales",intent="logistics_query"');
  expect(metrics).toMatch(/hermes_attempts_total\{tool="get_logistics",.*kind="step",code="OK"\} 1/);
  expect(metrics).toMatch(/hermes_tool_calls_total\{tool="get_logistics",version="1\.[\d.]+",code="OK"\} 1/);
  expect(metrics).toContain('hermes_attention_open 0');
  expect(metrics).toContain('hermes_spans_dropped_total{sink="otlp"} 0');
  await server.stop(0);
  await house.stop();

  const kept = trace!.spans.map(({ spanId }) => spanId);
  const exported = collector.spans.filter(({ spanId }) => kept.includes(spanId));
  expect(exported.map(({ spanId }) => spanId).sort()).toEqual(kept.sort());
  expect(new Set(exported.map(({ traceId }) => traceId))).toEqual(
    new Set(trace!.spans.map(({ traceId }) => traceId)),
  );
  const named = (name: string) => exported.find((span) => span.name === name)!;
  expect(named('execute_tool get_logistics').parentSpanId).toBe(named('process agent_requests').spanId);
  expect(named('execute_tool get_logistics').attributes).toContainEqual({
    key: 'gen_ai.tool.call.id',
    value: { stringValue: `${requestId}/1` },
  });
});
