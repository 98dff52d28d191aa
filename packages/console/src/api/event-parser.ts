/** One event of a server-sent stream. `id` is the last id seen, as the standard keeps it. */
export interface StreamEvent {
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/**
 * Reads `text/event-stream` piece by piece (WHATWG HTML, section 9.2.6): pieces may end anywhere, also
 * inside a line. Comments and events without data are skipped.
 */
export function createEventParser(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = '';
  let id = '';
  let name = '';
  let data: string[] = [];

  const takeLine = (line: string): void => {
    if (line === '') {
      if (data.length > 0) onEvent({ id, name: name === '' ? 'message' : name, data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') id = value;
    else if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  };

  return (piece) => {
    rest += piece;
    // A carriage return at the very end may be half of a CRLF: wait for the next piece.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
  };
}
