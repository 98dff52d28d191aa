import { createHash } from 'node:crypto';
import type { Clock } from '@hermes-agent/core';
import type { Queries, Store } from '@hermes-agent/store';
import { takeWriterLock } from '../writer-lock.ts';
import { chunkMarkdown, firstHeading } from './chunk.ts';
import { checkDocuments, type KnowledgeDocument } from './document.ts';
import type { PassageIndex } from './passage-index.ts';
import { createTally, type Tally } from './tally.ts';
import { tokenise } from './tokenise.ts';

/** How many documents an import touched. */
export interface ImportReport {
  readonly added: number;
  readonly replaced: number;
  readonly withdrawn: number;
  readonly unchanged: number;
}

/**
 * Makes `documents` the whole knowledge of a domain. A changed document becomes a new version and its old passages
 * leave the search; one that is no longer among them is withdrawn; an unchanged one costs a digest. All or nothing:
 * no search sees half of it.
 *
 * Throws `INVALID_ARGUMENT` for a bad or repeated id, `PAYLOAD_TOO_LARGE` past the bounds.
 */
export async function importKnowledge(
  store: Store,
  index: PassageIndex,
  clock: Clock,
  domain: string,
  documents: readonly KnowledgeDocument[],
): Promise<ImportReport> {
  checkDocuments(documents);
  const arriving = documents.map((document) => {
    const title = document.title ?? firstHeading(document.text) ?? document.id;
    return { id: document.id, title, text: document.text, digest: digestOf(title, document.text) };
  });
  return store.transaction(async (queries) => {
    await takeWriterLock(queries, store.dialect, 'knowledge', domain);
    const present = await currentDigests(queries, domain);
    const tally = createTally();
    const report = { added: 0, replaced: 0, withdrawn: 0, unchanged: 0 };
    for (const document of arriving) {
      const digest = present.get(document.id);
      present.delete(document.id);
      if (digest === document.digest) {
        report.unchanged += 1;
        continue;
      }
      if (digest === undefined) report.added += 1;
      else {
        report.replaced += 1;
        await removePassages(queries, index, tally, domain, document.id);
      }
      const version = await appendVersion(queries, clock, domain, document);
      await addPassages(queries, index, tally, { ...document, domain, version });
    }
    for (const id of present.keys()) {
      report.withdrawn += 1;
      await removePassages(queries, index, tally, domain, id);
      await appendVersion(queries, clock, domain, { id, title: '', text: null, digest: '' });
    }
    await tally.store(queries, domain);
    return report;
  });
}

const digestOf = (title: string, text: string): string =>
  createHash('sha256')
    .update(`${Buffer.byteLength(title)}:`)
    .update(title)
    .update(text)
    .digest('hex');

async function currentDigests(queries: Queries, domain: string): Promise<Map<string, string>> {
  const rows = await queries.all<{ document: string; digest: string }>(
    `SELECT document, digest FROM knowledge_version WHERE domain = $1 AND text IS NOT NULL AND seq IN (
       SELECT MAX(seq) FROM knowledge_version WHERE domain = $1 GROUP BY document)`,
    [domain],
  );
  return new Map(rows.map(({ document, digest }) => [document, digest]));
}

async function appendVersion(
  queries: Queries,
  clock: Clock,
  domain: string,
  document: {
    readonly id: string;
    readonly title: string;
    readonly text: string | null;
    readonly digest: string;
  },
): Promise<number> {
  const [row] = await queries.all<{ seq: number }>(
    `INSERT INTO knowledge_version (domain, document, title, text, digest, at_ms)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING seq`,
    [domain, document.id, document.title, document.text, document.digest, clock.now()],
  );
  return row!.seq;
}

async function removePassages(
  queries: Queries,
  index: PassageIndex,
  tally: Tally,
  domain: string,
  document: string,
): Promise<void> {
  for (const terms of await index.remove(queries, domain, document)) tally.count(terms.split(' '), -1);
}

async function addPassages(
  queries: Queries,
  index: PassageIndex,
  tally: Tally,
  document: {
    readonly domain: string;
    readonly id: string;
    readonly version: number;
    readonly title: string;
    readonly text: string;
  },
): Promise<void> {
  const { domain, id, version, title, text } = document;
  for (const [position, chunk] of chunkMarkdown(text).entries()) {
    const terms = tokenise(`${title}\n${chunk.heading}\n${chunk.text}`);
    if (terms.length === 0) continue;
    tally.count(terms, 1);
    await index.add(queries, {
      domain,
      document: id,
      version,
      position,
      title,
      heading: chunk.heading,
      text: chunk.text,
      terms: terms.join(' '),
    });
  }
}
