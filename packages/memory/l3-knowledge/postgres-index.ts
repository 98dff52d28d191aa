import { PASSAGE_COLUMNS, type Passage, type PassageIndex, passageValues } from './passage-index.ts';

/** A GIN index over the tokeniser's own terms; no text search configuration ever sees the text. */
export const postgresIndex: PassageIndex = {
  async add(queries, passage) {
    await queries.run(
      `INSERT INTO knowledge_passage (${PASSAGE_COLUMNS}, lexemes)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, array_to_tsvector(array_remove(string_to_array($8, ' '), '')))`,
      passageValues(passage),
    );
  },
  async remove(queries, domain, document) {
    const rows = await queries.all<{ terms: string }>(
      'DELETE FROM knowledge_passage WHERE domain = $1 AND document = $2 RETURNING terms',
      [domain, document],
    );
    return rows.map(({ terms }) => terms);
  },
  find: (queries, domain, terms, limit) =>
    queries.all<Passage>(
      `SELECT ${PASSAGE_COLUMNS} FROM knowledge_passage
       WHERE domain = $1 AND lexemes @@ $2::tsquery
       ORDER BY document COLLATE "C", position LIMIT $3`,
      [domain, terms.map((term) => `'${term}'`).join(' | '), limit],
    ),
};
