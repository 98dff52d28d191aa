import { z } from 'zod';
import type { StoredArtifact } from './store.ts';

/**
 * One artifact is one file, so that one rename makes it whole: four bytes with the header's length, the header as
 * JSON, the content (sealed where the header says so). The header is what the seal is bound to.
 */
export interface ArtifactFile {
  readonly stored: StoredArtifact;
  readonly sealed: boolean;
  readonly header: Uint8Array;
  readonly content: Uint8Array;
}

const headerSchema = z.object({
  format: z.literal(1),
  sealed: z.boolean(),
  createdAt: z.number(),
  owner: z.object({ tenant: z.string(), subject: z.string() }),
  ref: z.object({
    artifact: z.string(),
    sha256: z.string(),
    media_type: z.string(),
    bytes: z.number(),
    name: z.string(),
  }),
});

const LENGTH_BYTES = 4;
export const MOST_HEADER_BYTES = 64 * 1024;

export function encodeHeader(stored: StoredArtifact, sealed: boolean): Uint8Array {
  return Buffer.from(JSON.stringify({ format: 1, sealed, ...stored }));
}

export function encodeFile(header: Uint8Array, content: Uint8Array): Uint8Array {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, content]);
}

/** The parts of a file, or of its beginning; null when it is not one of ours. */
export function decodeFile(bytes: Uint8Array): ArtifactFile | null {
  if (bytes.length < LENGTH_BYTES) return null;
  const end = LENGTH_BYTES + Buffer.from(bytes.buffer, bytes.byteOffset, LENGTH_BYTES).readUInt32BE();
  if (end > Math.min(bytes.length, MOST_HEADER_BYTES)) return null;
  const header = bytes.subarray(LENGTH_BYTES, end);
  try {
    const { sealed, createdAt, owner, ref } = headerSchema.parse(
      JSON.parse(Buffer.from(header).toString('utf8')),
    );
    return { stored: { ref, owner, createdAt }, sealed, header, content: bytes.subarray(end) };
  } catch {
    return null;
  }
}
