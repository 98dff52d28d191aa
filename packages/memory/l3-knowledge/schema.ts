import type { Migration } from '@hermes-agent/store';

/**
 * `knowledge_version` keeps every version of every document, append-only; a null text withdraws it. The rest is
 * derived from the newest versions: passages, how many passages of a domain hold a term, and each dialect's index.
 */
const shared = (integer: string, identity: string): string => `
    CREATE TABLE knowledge_version (
      seq ${identity}, domain TEXT NOT NULL, document TEXT NOT NULL,
      title TEXT NOT NULL, text TEXT, digest TEXT NOT NULL, at_ms ${integer} NOT NULL);
    CREATE INDEX knowledge_version_latest ON knowledge_version (domain, document, seq);
    CREATE TABLE knowledge_term (
      domain TEXT NOT NULL, term TEXT NOT NULL, passages INTEGER NOT NULL, PRIMARY KEY (domain, term));
    CREATE TABLE knowledge_size (
      domain TEXT NOT NULL PRIMARY KEY, passages INTEGER NOT NULL, terms ${integer} NOT NULL);`;

const passage = (integer: string, identity: string, lexemes: string): string => `
    CREATE TABLE knowledge_passage (
      passage ${identity}, domain TEXT NOT NULL, document TEXT NOT NULL, version ${integer} NOT NULL,
      position INTEGER NOT NULL, title TEXT NOT NULL, heading TEXT NOT NULL, text TEXT NOT NULL,
      terms TEXT NOT NULL${lexemes});
    CREATE INDEX knowledge_passage_document ON knowledge_passage (domain, document);`;

export const knowledgeSchema: Migration = {
  name: 'knowledge',
  sqlite: `${shared('INTEGER', 'INTEGER PRIMARY KEY AUTOINCREMENT')}
    ${passage('INTEGER', 'INTEGER PRIMARY KEY AUTOINCREMENT', '')}
    CREATE VIRTUAL TABLE knowledge_index USING fts5(
      terms, content = '', contentless_delete = 1, tokenize = 'ascii', detail = 'none');
    CREATE TRIGGER knowledge_version_update BEFORE UPDATE ON knowledge_version
    BEGIN SELECT RAISE(ABORT, 'a knowledge version is never changed'); END;
    CREATE TRIGGER knowledge_version_delete BEFORE DELETE ON knowledge_version
    BEGIN SELECT RAISE(ABORT, 'a knowledge version is never deleted'); END;
  `,
  postgres: `${shared('BIGINT', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')}
    ${passage('BIGINT', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY', ', lexemes tsvector NOT NULL')}
    CREATE INDEX knowledge_index ON knowledge_passage USING gin (lexemes);
    CREATE FUNCTION knowledge_version_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a knowledge version is never changed or deleted'
        USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    CREATE TRIGGER knowledge_version_row BEFORE UPDATE OR DELETE ON knowledge_version FOR EACH ROW
    EXECUTE FUNCTION knowledge_version_refuse();
    CREATE TRIGGER knowledge_version_truncate BEFORE TRUNCATE ON knowledge_version
    EXECUTE FUNCTION knowledge_version_refuse();
  `,
};
