import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

export type Decoded =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly expected: string; readonly observed: string };

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const DECOMPRESSORS: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip) as Decompress,
  'x-gzip': promisify(gunzip) as Decompress,
  br: promisify(brotliDecompress) as Decompress,
  // "deflate" means zlib (RFC 9110 section 8.4.1.2), but bare deflate streams are sent under that name too.
  deflate: (bytes, options) =>
    ((bytes[0]! & 0x0f) === 8 ? (promisify(inflate) as Decompress) : (promisify(inflateRaw) as Decompress))(
      bytes,
      options,
    ),
};

/**
 * Undoes `Content-Encoding`. `maxBytes` bounds what comes out of each step, whatever went in: ten kilobytes that
 * would become a gigabyte stop at the cap, and memory stays flat.
 */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Decoded> {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > 2) {
    return { ok: false, expected: 'at most two content encodings', observed: `${encodings.length}` };
  }
  let bytes = body;
  for (const encoding of encodings.reverse()) {
    const decompress = Object.hasOwn(DECOMPRESSORS, encoding) ? DECOMPRESSORS[encoding] : undefined;
    if (decompress === undefined) {
      return { ok: false, expected: 'gzip, deflate or br', observed: 'another content encoding' };
    }
    if (bytes.length === 0) break;
    try {
      bytes = await decompress(bytes, { maxOutputLength: maxBytes });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? { ok: false, expected: `at most ${maxBytes} decoded bytes`, observed: 'more' }
        : { ok: false, expected: `a whole ${encoding} stream`, observed: 'a broken one' };
    }
  }
  return { ok: true, bytes };
}
