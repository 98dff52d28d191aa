import type { Store } from '@hermes-agent/store';

/** How far a feed has been read. Never goes back, whoever writes it. */
export async function readCursor(store: Store, name: string): Promise<number> {
  const [row] = await store.all<{ position: number }>('SELECT position FROM runtime_cursor WHERE name = $1', [
    name,
  ]);
  return row?.position ?? 0;
}

export async function writeCursor(store: Store, name: string, position: number): Promise<void> {
  await store.run(
    `INSERT INTO runtime_cursor (name, position) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET position = excluded.position
     WHERE runtime_cursor.position < excluded.position`,
    [name, position],
  );
}
