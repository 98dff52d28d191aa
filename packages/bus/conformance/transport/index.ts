import { describe } from 'vitest';
import { hintConformance } from './hints.ts';
import { journalDecidesConformance } from './journal-decides.ts';
import type { OpenTransportUnderTest } from './opened.ts';

export type { OpenTransportUnderTest, TransportEnd, TransportUnderTest } from './opened.ts';

/** What every transport must do, and what must not depend on it. `open` gives each test a place of its own. */
export function transportConformance(name: string, open: OpenTransportUnderTest): void {
  describe(`transport conformance: ${name}`, () => {
    hintConformance(open);
    journalDecidesConformance(open);
  });
}
