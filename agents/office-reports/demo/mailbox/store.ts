import { DatabaseSync } from 'node:sqlite';
import type { Letter, LetterInfo } from './letter.ts';

interface KeptLetter extends LetterInfo {
  readonly id: string;
  readonly received_at: string;
}

export interface LetterStore {
  /** Returns once the letter is on the disk. Nothing is deduplicated: what comes twice is kept twice. */
  keep(letter: Letter, raw: Uint8Array, receivedAt: number): string;
  /** Newest first. */
  list(limit: number): readonly KeptLetter[];
  count(): number;
  get(id: string): { readonly kept: KeptLetter; readonly raw: Uint8Array } | null;
  /** All letters that carry this idempotency key, oldest first. */
  findByKey(key: string): readonly KeptLetter[];
  close(): void;
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS letters (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  idempotency_key TEXT,
  received_at INTEGER NOT NULL,
  info TEXT NOT NULL,
  raw BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS letters_by_key ON letters (idempotency_key);
`;

/** Letters in one SQLite file. A letter is there whole, after its transaction is synced, or not at all. */
export function openLetters(file: string): LetterStore {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec(SCHEMA);
  const columns = 'id, received_at, info';
  const insert = database.prepare(
    'INSERT INTO letters (idempotency_key, received_at, info, raw) VALUES (?, ?, ?, ?)',
  );
  const newest = database.prepare(`SELECT ${columns} FROM letters ORDER BY id DESC LIMIT ?`);
  const counted = database.prepare('SELECT COUNT(*) AS count FROM letters');
  const one = database.prepare(`SELECT ${columns}, raw FROM letters WHERE id = ?`);
  const byKey = database.prepare(`SELECT ${columns} FROM letters WHERE idempotency_key = ? ORDER BY id`);
  return {
    keep({ text: _, ...info }, raw, receivedAt) {
      const { lastInsertRowid } = insert.run(info.idempotency_key, receivedAt, JSON.stringify(info), raw);
      return String(lastInsertRowid);
    },
    list: (limit) => newest.all(limit).map(kept),
    count: () => Number(counted.get()!.count),
    get(id) {
      const row = /^[1-9][0-9]{0,14}$/.test(id) ? one.get(Number(id)) : undefined;
      return row === undefined ? null : { kept: kept(row), raw: row.raw as Uint8Array };
    },
    findByKey: (key) => byKey.all(key).map(kept),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

const kept = (row: Record<string, unknown>): KeptLetter => ({
  id: String(row.id),
  received_at: new Date(Number(row.received_at)).toISOString(),
  ...(JSON.parse(String(row.info)) as LetterInfo),
});
