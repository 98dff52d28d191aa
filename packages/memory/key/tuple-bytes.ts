/** The bytes of an exact tuple, each part behind its length (32 bits), so that no two tuples share theirs. */
export function tupleBytes(parts: readonly string[]): Buffer {
  const chunks: Buffer[] = [];
  for (const part of parts) {
    const text = Buffer.from(part, 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    chunks.push(length, text);
  }
  return Buffer.concat(chunks);
}
