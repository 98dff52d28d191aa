import { PASSAGE_COLUMNS, type Passage, type PassageIndex, passageValues } from './passage-index.ts';

/**
 * FTS5 over the text that the tokeniser has already taken apart: its `ascii` analyser splits at spaces and leaves
 * everything outside ASCII alone. Terms hold letters and digits only, so quoting them is enough.
 */
export const sqliteIndex: PassageIndex = {
  async add(queries, passage) {
    const [row] = await queries.all<{ passage: number }>(
      `INSERT INTO knowledge_passage (${PASSAGE_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       RETURNING passage`,
      passageValues(passage),
    );
    await queries.run('INSERT INTO knowledge_index (rowid, terms) VALUES ($1, $2)', [
      row!.passage,
      passage.terms,
    ]);
  },
  async remove(queries, domain, document) {
    await queries.run(
      `DELETE FROM knowledge_index WHERE rowid IN (
         SELECT passage FROM knowledge_passage WHERE domain = $1 AND document = $2)`,
      [domain, document],
    );
    const rows = await queries.all<{ terms: string }>(
      'DELETE FROM knowledge_passage WHERE domain = $1 AND document = $2 RETURNING terms',
      [domain, document],
    );
    return rows.map(({ terms }) => terms);
  },
  find: (queries, domain, terms, limit) =>
    queries.all<Passage>(
      `SELECT ${PASSAGE_COLUMNS} FROM knowledge_passage
       WHERE domain = $1 AND passage IN (SELECT rowid FROM knowledge_index WHERE knowledge_index MATCH $2)
       ORDER BY document, position LIMIT $3`,
      [domain, terms.map((term) => `"${term}"`).join(' OR '), limit],
    ),
};
