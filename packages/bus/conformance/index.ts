import { describe } from 'vitest';
import { claimConformance } from './claim.ts';
import { cursorConformance } from './cursor.ts';
import { limitsConformance } from './limits.ts';
import type { OpenStoreUnderTest } from './opened.ts';
import { retentionConformance } from './retention.ts';
import { submitConformance } from './submit.ts';
import { timeConformance } from './time.ts';

export type { OpenStoreUnderTest, StoreUnderTest } from './opened.ts';
export {
  type OpenTransportUnderTest,
  type TransportEnd,
  type TransportUnderTest,
  transportConformance,
} from './transport/index.ts';

/** What the journal must do over every store. `open` gives an empty place of its own for each test. */
export function journalConformance(name: string, open: OpenStoreUnderTest): void {
  describe(`journal conformance: ${name}`, () => {
    submitConformance(open);
    claimConformance(open);
    limitsConformance(open);
    retentionConformance(open);
    timeConformance(open);
    cursorConformance(open);
  });
}
