import type { Store } from '@hermes-agent/store';
import type { KnowledgeReader } from '../memory.ts';
import type { RunTraced } from '../traced.ts';
import type { PassageIndex } from './passage-index.ts';
import { searchKnowledge } from './search.ts';

const HITS_SHOWN = 5;

export interface KnowledgeBase {
  readonly store: Store;
  readonly index: PassageIndex;
  readonly prepare: () => Promise<void>;
}

/** L3 of one domain, to read. */
export function knowledgeTier(base: KnowledgeBase, domain: string, traced: RunTraced): KnowledgeReader {
  return {
    search: (query, limit = HITS_SHOWN) =>
      traced(
        'knowledge.search',
        async () => {
          await base.prepare();
          return searchKnowledge(base.store, base.index, domain, query, limit);
        },
        (hits) => ({ hits: hits.length }),
      ),
  };
}
