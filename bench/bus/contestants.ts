import { bullmqAlways, bullmqEverysec } from './contestant/bullmq.ts';
import { dbos } from './contestant/dbos.ts';
import { graphileWorker } from './contestant/graphile-worker.ts';
import { hermesPostgres, hermesSqlite } from './contestant/hermes.ts';
import { nats } from './contestant/nats.ts';
import { pgBoss } from './contestant/pg-boss.ts';
import { rabbitmq } from './contestant/rabbitmq.ts';
import type { Contestant } from './contestant.ts';

/** Ours first. */
export const CONTESTANTS: readonly Contestant[] = [
  hermesPostgres,
  hermesSqlite,
  rabbitmq,
  bullmqAlways,
  graphileWorker,
  dbos,
  pgBoss,
  bullmqEverysec,
  nats,
];

export function findContestant(name: string): Contestant {
  const found = CONTESTANTS.find((contestant) => contestant.name === name);
  if (found === undefined) throw new Error(`There is no contestant named ${name}`);
  return found;
}
