import { HermesError } from '@hermes-agent/core';

export interface EventBlock {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

const LONGEST_BLOCK = 1024 * 1024;

/**
 * Splits a stream into its events (HTML standard, section 9.2.6). Comments and blocks without data are passed
 * over. Throws `CONTRACT_VIOLATION` for a block of over a million characters.
 */
export async function* parseEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<EventBlock> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    rest = (rest + decoder.decode(chunk, { stream: true })).replaceAll('\r\n', '\n');
    const blocks = rest.split('\n\n');
    rest = blocks.pop()!;
    if (rest.length > LONGEST_BLOCK) {
      throw new HermesError('CONTRACT_VIOLATION', 'An event of the stream has no end', { layer: 'server' });
    }
    for (const text of blocks) {
      const block = parseBlock(text);
      if (block.data !== '') yield block;
    }
  }
}

function parseBlock(text: string): EventBlock {
  const block = { id: '', event: 'message', data: '' };
  const data: string[] = [];
  for (const line of text.split('\n')) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'id') block.id = value;
    else if (field === 'event') block.event = value;
  }
  block.data = data.join('\n');
  return block;
}
