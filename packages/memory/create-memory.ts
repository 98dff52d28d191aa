import {
  type Clock,
  type Logger,
  type SpanScope,
  silentLogger,
  silentTracer,
  systemClock,
  type Tracer,
} from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import { grant } from './access.ts';
import { appendEvent, listEvents, settleEvents } from './compensation/compensation-event.ts';
import { compensationSchema } from './compensation/schema.ts';
import type { DomainDeclaration } from './domain/declaration.ts';
import { declareDomains } from './domain/domains.ts';
import { auditSchema } from './erasure/schema.ts';
import { sweepExpired } from './erasure/sweep-expired.ts';
import type { KeyProvider } from './key/key-provider.ts';
import { createDialogCache } from './l0-dialog/dialog-cache.ts';
import { dialogTier } from './l0-dialog/dialog-tier.ts';
import { createInProcessTaskCache } from './l1-task/in-process.ts';
import type { TaskCache } from './l1-task/task-cache.ts';
import { conversationTaskTier, toolTaskTier } from './l1-task/task-tier.ts';
import { addressOf } from './l2-profile/address.ts';
import { checkIndexKey } from './l2-profile/index-check.ts';
import type { Profile } from './l2-profile/profile.ts';
import { profileTier } from './l2-profile/profile-tier.ts';
import { rotateKeys } from './l2-profile/rotate-keys.ts';
import { profileSchema } from './l2-profile/schema.ts';
import { importKnowledge } from './l3-knowledge/import.ts';
import { knowledgeTier } from './l3-knowledge/knowledge-tier.ts';
import { postgresIndex } from './l3-knowledge/postgres-index.ts';
import { knowledgeSchema } from './l3-knowledge/schema.ts';
import { sqliteIndex } from './l3-knowledge/sqlite-index.ts';
import type { Memory, SessionKey } from './memory.ts';
import { once } from './once.ts';
import { DOMAIN, SESSION, SESSION_ADDRESS, SUBJECT, type SubjectScope, TASK, takeScope } from './scope.ts';
import { subjectKeySchema } from './subject-key/schema.ts';
import { createSubjectKeys } from './subject-key/subject-keys.ts';
import { createTraced, type RunTraced } from './traced.ts';

export interface MemoryOptions {
  readonly store: Store;
  readonly keys: KeyProvider;
  readonly domains: readonly DomainDeclaration[];
  readonly clock?: Clock;
  readonly tracer?: Tracer;
  readonly logger?: Logger;
  /** L1; in this process when left out. */
  readonly tasks?: TaskCache;
}

/**
 * The memory of one process. Nothing is asked of the store before the first read or write of L2 or L3, which brings
 * its schema up to date.
 *
 * Throws `INVALID_ARGUMENT` for a bad domain declaration. Reads and writes of L2 throw `KEY_UNKNOWN` when the keys
 * are not those the store was written with.
 */
export function createMemory(options: MemoryOptions): Memory {
  const { store, keys } = options;
  const clock = options.clock ?? systemClock;
  const tracer = options.tracer ?? silentTracer;
  const logger = options.logger ?? silentLogger;
  const domains = declareDomains(options.domains);
  const dialogs = createDialogCache(clock);
  const tasks = options.tasks ?? createInProcessTaskCache(clock);
  const index = store.dialect === 'sqlite' ? sqliteIndex : postgresIndex;
  const prepare = once(() =>
    store.migrate('memory', [
      profileSchema,
      auditSchema,
      knowledgeSchema,
      compensationSchema,
      subjectKeySchema,
    ]),
  );
  const prepareProfiles = once(async () => {
    await prepare();
    await checkIndexKey(store, keys);
  });

  const subjectKeys = createSubjectKeys(store, keys, clock);

  const openProfile =
    (scope: SubjectScope, { sessionKey }: SessionKey) =>
    async (): Promise<Profile> => {
      await prepareProfiles();
      return {
        store,
        clock,
        logger,
        domain: domains.find(scope.domain),
        address: await addressOf(keys, scope),
        holder: { keys, sessionKey },
      };
    };
  const knowledgeOf = (domain: string, traced: RunTraced) =>
    knowledgeTier({ store, index, prepare }, domain, traced);
  const tracedFor = (scope: SpanScope, domain: string): RunTraced => createTraced(tracer, scope, { domain });

  return {
    forConversation(given) {
      const session = takeScope(given, SESSION);
      domains.find(session.domain);
      const traced = tracedFor(given.trace ?? { sessionId: session.sessionId }, session.domain);
      return grant('conversation', {
        dialog: dialogTier(dialogs, session, traced),
        task: conversationTaskTier(tasks, session, traced),
        profile: profileTier(openProfile(session, given), () => {}, traced),
        knowledge: knowledgeOf(session.domain, traced),
      });
    },
    forTool(given) {
      const task = takeScope(given, TASK);
      domains.find(task.domain);
      const traced = tracedFor(given.trace ?? { sessionId: task.sessionId }, task.domain);
      return grant('tool', {
        task: toolTaskTier(tasks, task, traced),
        knowledge: knowledgeOf(task.domain, traced),
      });
    },
    manager(given) {
      const scope = takeScope(given, SUBJECT);
      domains.find(scope.domain);
      const traced = tracedFor(given.trace ?? {}, scope.domain);
      const forgetCached = (): void => {
        dialogs.endSubject(scope);
        subjectKeys.forget(scope);
      };
      return grant('memory', { profile: profileTier(openProfile(scope, given), forgetCached, traced) })
        .profile;
    },
    knowledge: {
      async import(domain, documents) {
        domains.find(domain);
        await prepare();
        return tracedFor({}, domain)(
          'knowledge.import',
          () => importKnowledge(store, index, clock, domain, documents),
          (report) => ({ ...report }),
        );
      },
    },
    compensations: {
      async record({ scope, ...event }) {
        await prepareProfiles();
        const address = await addressOf(keys, takeScope(scope, SUBJECT));
        return appendEvent(store, { ...event, ...address });
      },
      async list(query) {
        await prepare();
        return listEvents(store, query);
      },
      async settle(tenant, stepIds) {
        await prepare();
        return settleEvents(store, tenant, stepIds, clock.now());
      },
    },
    subjectKeys: {
      async of(scope) {
        await prepareProfiles();
        return subjectKeys.of(takeScope(scope, SUBJECT));
      },
      async opening(token) {
        await prepareProfiles();
        return subjectKeys.opening(token);
      },
    },
    async endSession(given) {
      const session = takeScope(given, SESSION_ADDRESS);
      dialogs.endSession(session);
      await tasks.endSession(session);
    },
    async rotateKeys(given, signal) {
      const scope = takeScope(given, DOMAIN);
      domains.find(scope.domain);
      await prepareProfiles();
      return rotateKeys(store, keys, logger, scope, signal);
    },
    async sweep(signal) {
      await prepare();
      return sweepExpired(store, clock, domains.all, signal);
    },
    async close() {
      dialogs.close();
      subjectKeys.close();
      await tasks.close();
    },
  };
}
