import { HermesError } from '@hermes-agent/core';
import type { DirectoryIndex } from '../directory/search.ts';
import type { SlotKind } from '../flow/flow.ts';
import { dateRangeReader } from './date-range.ts';
import { enumerationReader } from './enumeration.ts';
import { freeTextReader } from './free-text.ts';
import { numberReader } from './number.ts';
import { patternReader } from './pattern.ts';
import { personReader } from './person.ts';
import type { SlotReader } from './slot.ts';

/** The reader for a kind of slot. Throws `INVALID_ARGUMENT` for a directory slot when there is no directory. */
export function createReader(kind: SlotKind, directory: DirectoryIndex | null): SlotReader {
  switch (kind.type) {
    case 'pattern':
      return patternReader(kind.pattern, kind.near);
    case 'enum':
      return enumerationReader(kind.options);
    case 'date_range':
      return dateRangeReader();
    case 'text':
      return freeTextReader(kind);
    case 'number':
      return numberReader(kind);
    case 'directory':
      if (directory !== null) return personReader(directory);
      throw new HermesError('INVALID_ARGUMENT', 'A directory slot needs a directory', {
        layer: 'conversation',
      });
  }
}
