import type { ConversationMemory } from '../memory.ts';
import type { SessionScope } from '../scope.ts';
import type { RunTraced } from '../traced.ts';
import type { DialogCache } from './dialog-cache.ts';

/** L0 as its session sees it. */
export function dialogTier(
  cache: DialogCache,
  scope: SessionScope,
  traced: RunTraced,
): ConversationMemory['dialog'] {
  return {
    get: (key) => traced('dialog.get', () => cache.get(scope, key), found),
    set: (key, value) => traced('dialog.set', () => cache.set(scope, key, value)),
    delete: (key) => traced('dialog.delete', () => cache.delete(scope, key)),
  };
}

const found = (value: unknown) => ({ found: value !== undefined });
