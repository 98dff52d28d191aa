import type { TraceSpan } from '../api/wire.ts';

/**
 * What tells a span from others of its name: the side of a validation, the tool, the intent, a repeated
 * attempt. Empty when its name says it all.
 */
export function spanNote({ name, attributes }: Pick<TraceSpan, 'name' | 'attributes'>): string {
  const { side, tool, contract, intent, attempt } = attributes;
  const subject = side ?? tool ?? nameOfContract(contract) ?? intent;
  const isSaid = typeof subject !== 'string' || name.includes(subject);
  const again = typeof attempt === 'number' && attempt > 1 ? `#${attempt}` : '';
  return `${isSaid ? '' : subject} ${again}`.trim();
}

/** `send_mail@1.0.0#b986…` without its hash. */
const nameOfContract = (contract: unknown): string | undefined =>
  typeof contract === 'string' ? contract.split('#', 1)[0] : undefined;
