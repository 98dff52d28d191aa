import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type HermesClient } from '@hermes-agent/server/client';
import { createSeededRandom } from '@hermes-agent/testkit';
import { startMailbox } from '../../agents/office-reports/demo/mailbox/mailbox.ts';
import { startKillableServer } from './killable-server.ts';

export interface KilledReport {
  readonly requestId: string;
  /** When the server was killed, in milliseconds after the user's yes. */
  readonly killedAfterMs: number;
  readonly status: string;
  readonly code: string | null;
  /** Mails in the mailbox with this step's idempotency key. */
  readonly mails: number;
}

const SETTLE_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Asks for a report, says yes, kills the server at a random moment of the two steps and starts it again, `kills`
 * times over on one data folder. The mailbox is in this process: it survives, and counts.
 */
export async function killDuringReports(kills: number, seed: number): Promise<readonly KilledReport[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-kill-'));
  const mailbox = await startMailbox({
    dataDir: folder,
    now: () => Date.now(),
    smtpPort: 0,
    httpPort: 0,
  });
  const random = createSeededRandom(seed);
  const agentsFolder = await agentsWithQuickVerification(folder);
  const environment = { SMTP_URL: mailbox.smtpUrl, MAILBOX_URL: mailbox.httpUrl };
  const start = () => startKillableServer(join(folder, 'data'), agentsFolder, environment);
  let server = await start();
  try {
    const undisturbedMs = await timeOneReport(createClient({ url: server.url }));
    const told: { requestId: string; killedAfterMs: number }[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const requestId = await askForReport(createClient({ url: server.url }), `kill-${kill}`);
      const killedAfterMs = Math.round(random() * undisturbedMs * 1.1);
      await pause(killedAfterMs);
      await server.kill();
      server = await start();
      told.push({ requestId, killedAfterMs });
    }
    const client = createClient({ url: server.url });
    const reports: KilledReport[] = [];
    for (const { requestId, killedAfterMs } of told) {
      reports.push({ requestId, killedAfterMs, ...(await settled(client, requestId)), mails: 0 });
    }
    // A mail that went out by surprise would come now.
    await pause(1_500);
    const sent = await mailsByKey(mailbox.httpUrl);
    return reports.map((report) => ({ ...report, mails: sent.get(`${report.requestId}/2`) ?? 0 }));
  } finally {
    await server.kill();
    await mailbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The shipped agent; only the mailbox is asked sooner, so that a test need not wait half a minute. */
async function agentsWithQuickVerification(folder: string): Promise<string> {
  const agentsFolder = join(folder, 'agents');
  const from = fileURLToPath(new URL('../../agents/office-reports', import.meta.url));
  const to = join(agentsFolder, 'office-reports');
  await cp(from, to, { recursive: true });
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  const file = join(to, 'plans', 'send_sales_report.yaml');
  const plan = await readFile(file, 'utf8');
  await writeFile(file, plan.replace(/after_ms: \[.*\]/, 'after_ms: [300, 900]'));
  return agentsFolder;
}

async function askForReport(client: HermesClient, turnName: string): Promise<string> {
  const { sessionId } = await client.openSession({ agent: 'office-reports' });
  await client.say({ sessionId, turnId: `${turnName}-1`, text: '帮我把上个月的销售报告发给李总监' });
  const { requestIds } = await client.say({ sessionId, turnId: `${turnName}-2`, text: '是' });
  const [requestId] = requestIds;
  if (requestId === undefined) throw new Error('The confirmation started nothing');
  return requestId;
}

async function timeOneReport(client: HermesClient): Promise<number> {
  const requestId = await askForReport(client, 'undisturbed');
  const began = performance.now();
  const { status } = await settled(client, requestId);
  if (status !== 'succeeded') throw new Error(`The undisturbed report ended as ${status}`);
  return performance.now() - began;
}

async function settled(
  client: HermesClient,
  requestId: string,
): Promise<{ status: string; code: string | null }> {
  const giveUpAt = performance.now() + SETTLE_MS;
  for (;;) {
    const trace = await client.trace(requestId);
    const open = trace === null || trace.status === 'running' || trace.status === 'pending';
    if (!open || performance.now() > giveUpAt) {
      return { status: trace?.status ?? 'lost', code: trace?.code ?? null };
    }
    await pause(PAUSE_MS);
  }
}

async function mailsByKey(mailboxUrl: string): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`${mailboxUrl}/messages`, { signal: AbortSignal.timeout(5_000) });
  const { messages } = (await answer.json()) as { messages: { idempotency_key: string | null }[] };
  const counts = new Map<string, number>();
  for (const { idempotency_key: key } of messages) {
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
