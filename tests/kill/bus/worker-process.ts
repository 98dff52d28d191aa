/** A worker to be killed: `node worker-process.ts STORE_URL BROKER_URL SERVICE_URL`. Says `ready`. */
import {
  createBus,
  createRabbitTransport,
  createWorker,
  type ToolCall,
  type ToolOutcome,
} from '@hermes-agent/bus';
import { openStore } from '@hermes-agent/store';

const [storeUrl = '', brokerUrl = '', serviceUrl = ''] = process.argv.slice(2);

async function execute({ tool, input, idempotencyKey }: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
  const failed = (code: string, effect: 'none' | 'maybe'): ToolOutcome => ({
    ok: false,
    code,
    message: code,
    retryable: effect === 'maybe',
    effect,
    executionTimeMs: 0,
  });
  const asks = tool.startsWith('check_');
  try {
    const response = await fetch(`${serviceUrl}/effects/${tool}`, {
      method: asks ? 'GET' : 'POST',
      headers: { 'idempotency-key': asks ? (input as { key: string }).key : idempotencyKey },
      signal,
    });
    if (!response.ok) return failed('REFUSED', 'none');
    const output = (await response.json()) as { state?: string };
    // Nobody can be asked about a transfer: what is unknown of it stays so, and is for a person.
    return { ok: true, output: tool === 'check_wire' ? { state: 'no answer' } : output, executionTimeMs: 1 };
  } catch {
    return failed('CONNECTION_LOST', 'maybe');
  }
}

const store = await openStore(storeUrl, { dataDir: '.' });
const bus = await createBus({ store, transport: createRabbitTransport({ url: brokerUrl }) });
const worker = createWorker({
  bus,
  leaseMs: 1_500,
  concurrency: 12,
  executor: { holds: () => true, execute },
});
await worker.start();
process.stdin.resume().on('end', () => process.exit(0));
process.stdout.write('ready\n');
