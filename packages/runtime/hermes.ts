import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createBus, createRabbitTransport, createWorker } from '@hermes-agent/bus';
import { createIds, createTracer, HermesError, systemClock, systemRandom } from '@hermes-agent/core';
import { createMemory, environmentKeys, fileKeys } from '@hermes-agent/memory';
import { openStore } from '@hermes-agent/store';
import { createFileArtifacts } from '@hermes-agent/tools';
import { createArtifactSealer } from './adapter/artifact-sealer.ts';
import { createObservation } from './adapter/observation.ts';
import { createPinoLogger } from './adapter/pino-logger.ts';
import { createSpanStore, SPAN_MIGRATIONS } from './adapter/span-store.ts';
import { createToolExecutor } from './adapter/tool-executor.ts';
import type { Agent } from './agent/agent.ts';
import { startAgents } from './agent/start-agents.ts';
import { startWarming } from './agent/warm-agents.ts';
import type { AgentInfo, Hermes, HermesOptions, Identity } from './api.ts';
import { createOperatorDesk } from './attention/operator-desk.ts';
import { SETTLEMENT_MIGRATIONS } from './attention/schema.ts';
import { createCanaryDesk } from './canary/canary-desk.ts';
import { startOutcomeFeed } from './outcome/outcome-feed.ts';
import { createPolicyDesk } from './policy/policy-desk.ts';
import { startPromises } from './promise/keep-promises.ts';
import { PROMISE_MIGRATIONS } from './promise/schema.ts';
import { readRequest, rootIdOf } from './request/request-row.ts';
import { createSubmitter } from './request/submitter.ts';
import { startRetention } from './retention/schedule.ts';
import { RETENTION_MIGRATIONS } from './retention/schema.ts';
import { readRetention } from './retention/settings.ts';
import { sweep } from './retention/sweep.ts';
import { SESSION_MIGRATIONS } from './session/schema.ts';
import { createSessionHints } from './session/session-hints.ts';
import { createSessions } from './session/sessions.ts';
import { findTraces, readTrace } from './trace/find-trace.ts';

const STOP_GRACE_MS = 5_000;
/** How long a collector or a webhook that does not answer may hold the stop up. */
const LAST_WORDS_MS = 1_000;
/** Counted up to here for the metrics: enough to alarm anyone, and a bounded read. */
const ATTENTION_COUNTED = 1_000;

/**
 * Starts the agents of some folders over one store and joins the four layers: sessions move, requests go to the
 * bus, a worker runs them, outcomes come back. Stop it with `stop`.
 *
 * Throws what is wrong with an agent folder (`DOCUMENT_INVALID`, `CONTRACT_INVALID`, `AGENT_INVALID`), with the
 * store (`STORE_UNAVAILABLE`), with the keys (`KEY_UNKNOWN`), or with where spans and alerts are to go
 * (`INVALID_ARGUMENT`, `NOT_CONFIGURED`).
 */
export async function createHermes(options: HermesOptions): Promise<Hermes> {
  const { dataDir, environment } = options;
  const clock = systemClock;
  const logger = createPinoLogger(options.logLevel ?? 'info', options.logTo ?? join(dataDir, 'hermes.log'));
  await using cleanup = new AsyncDisposableStack();
  const own = <T>(thing: T, release: (thing: T) => unknown): T => {
    cleanup.defer(async () => void (await release(thing)));
    return thing;
  };
  cleanup.defer(() => logger.flush());

  const store = own(await openStore(options.storeUrl ?? 'sqlite:hermes.db', { dataDir, logger }), (opened) =>
    opened.close(),
  );
  await store.migrate('runtime', SESSION_MIGRATIONS);
  await store.migrate('settlement', SETTLEMENT_MIGRATIONS);
  await store.migrate('promise', PROMISE_MIGRATIONS);
  await store.migrate('trace', SPAN_MIGRATIONS);
  await store.migrate('retention', RETENTION_MIGRATIONS);
  const ids = createIds(clock);
  const spanStore = own(createSpanStore(store, clock, logger), (opened) => opened.close());
  const observation = own(
    createObservation(environment, spanStore, { clock, random: systemRandom, ids, logger }),
    (opened) => opened.close(LAST_WORDS_MS),
  );
  const { spans, alerts } = observation;
  const tracer = createTracer(clock, spans, () => randomBytes(8).toString('hex'));
  const keys = environmentKeys(environment) ?? (await fileKeys(join(dataDir, 'memory.keys')));
  const artifacts = createFileArtifacts({
    folder: join(dataDir, 'artifacts'),
    sealer: createArtifactSealer(keys),
  });

  const agents = own(
    await startAgents({
      folders: options.agentFolders,
      dataDir,
      demos: options.demos,
      environment,
      artifacts,
      clock,
      tracer,
      logger,
    }),
    (started) => started.stop(),
  );
  const documents = [...agents.byName.values()].map(({ document }) => document);
  const memory = own(
    createMemory({ store, keys, domains: documents.map(({ domain }) => domain), clock, tracer, logger }),
    (opened) => opened.close(),
  );
  const transport =
    options.brokerUrl === undefined
      ? undefined
      : own(createRabbitTransport({ url: options.brokerUrl, clock, logger }), (opened) => opened.close());
  const bus = own(
    await createBus({
      store,
      clock,
      spans,
      alerts,
      logger,
      ...(transport === undefined ? {} : { transport }),
      ...(options.bus === undefined ? {} : { settings: options.bus }),
    }),
    (opened) => opened.close(),
  );
  const hints = own(await createSessionHints(store), (opened) => opened.close());
  const submitter = createSubmitter(store, bus, clock, logger);
  const sessions = createSessions({
    store,
    bus,
    memory,
    clock,
    ids,
    alerts,
    tracer,
    logger,
    submitter,
    hints,
    agents: agents.byName,
  });

  const worker = createWorker({
    bus,
    executor: createToolExecutor(agents.byName, memory),
    clock,
    logger,
    ...options.workerSettings,
  });
  const swept = { store, bus, memory, artifacts, clock };
  const retention = readRetention(environment);
  let drainMs = STOP_GRACE_MS;
  if (options.worker) {
    await worker.start();
    cleanup.defer(() => worker.drain(drainMs));
  }
  if (options.sessions !== false) {
    cleanup.defer(submitter.start());
    cleanup.defer(await startOutcomeFeed(sessions.feed));
    cleanup.defer(startPromises(sessions.feed));
    cleanup.defer(startRetention(swept, retention, logger));
  }
  cleanup.defer(startWarming(agents.byName.values(), memory, options.worker, logger));
  const running = cleanup.move();
  let stopping: Promise<void> | null = null;

  const desk = createOperatorDesk({ store, bus, memory, clock });
  const requestOf = async (requestId: string, identity: Identity) => {
    const request = await readRequest(store, rootIdOf(requestId));
    const mine =
      request !== null &&
      request.tenant === identity.tenant &&
      (identity.role === 'operator' || request.subject === identity.subject);
    if (mine) return request;
    throw new HermesError('EXECUTION_NOT_FOUND', 'There is no such request', { layer: 'runtime' });
  };

  return {
    logger,
    agents: () => documents.map(infoOf),
    openSession: sessions.open,
    turn: sessions.turn,
    session: sessions.view,
    closeSession: sessions.close,
    events: sessions.events,
    onEvents: (sessionId, onHint) => hints.listen(sessionId, onHint),
    async displayTimeoutMs(requestId) {
      return (await readRequest(store, requestId))?.displayMs ?? 0;
    },
    async cancel(requestId, identity) {
      const request = await requestOf(requestId, identity);
      const { status } = await bus.cancel(request.requestId, 'asked by the user');
      return { status };
    },
    trace: (requestId, identity) =>
      readTrace({ store, bus, spans: spanStore, agents: agents.byName }, requestId, identity),
    findTraces: (filter) => findTraces(store, filter),
    ...desk,
    canary: createCanaryDesk(bus, agents.byName),
    policies: createPolicyDesk(bus, agents.byName),
    tools: bus.tools,
    deadLetters: bus.deadLetters,
    metrics: () => observation.metrics(async () => (await bus.attention.list(ATTENTION_COUNTED)).length),
    async artifact(id, identity) {
      const stored = await artifacts.describe(id);
      if (stored === null || stored.owner.tenant !== identity.tenant) {
        throw new HermesError('ARTIFACT_NOT_FOUND', 'There is no such file', { layer: 'runtime' });
      }
      const owner =
        identity.role === 'operator' ? stored.owner : { tenant: identity.tenant, subject: identity.subject };
      const { media_type: mediaType, name } = stored.ref;
      return { bytes: await artifacts.get(stored.ref, owner), mediaType, name };
    },
    archive: (change = {}) => sweep(swept, { ...retention, ...change }),
    mailboxUrl: () => agents.mailboxUrl,
    demoEnvironment: () => agents.demoEnvironment,
    async ready() {
      await store.now();
    },
    stop(graceMs = STOP_GRACE_MS) {
      drainMs = graceMs;
      stopping ??= running.disposeAsync();
      return stopping;
    },
  };
}

const infoOf = ({ name, title, description, tries, locale }: Agent['document']): AgentInfo => ({
  name,
  title,
  description,
  tries,
  locale,
});
