import { z } from 'zod';
import { named } from './registry.ts';
import { statusSchema } from './trace.ts';

export const cancelledSchema = named(
  'CancelOutcome',
  z.object({ request_id: z.string(), status: statusSchema }),
);
