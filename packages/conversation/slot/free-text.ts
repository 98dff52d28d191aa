import type { SlotReader, SlotReading } from './slot.ts';

export interface FreeTextLimits {
  readonly min: number;
  readonly max: number;
  /** What any value must match somewhere, such as a house number in an address. */
  readonly must: string | null;
}

const LEAD =
  /^(?:(?:不是|不|no)[\s,,.。]*)?(?:(?:请|麻烦)?(?:寄到|寄去|送到|发到|改成|改为|换成|就是|是|(?:新的?)?地址是?|原因是?|因为)|(?:please )?(?:send it to|ship it to|deliver it to|change it to|it's|it is|my (?:new )?address is|the new address is|the address is|because))[\s:,,:]*/iu;
const QUESTION =
  /[?？]\s*$|[吗呢]\s*[。.]?$|^(?:为什么|怎么|什么时候|多久|几天|why|how|when|what|where|who|can|could|do|does|is|are)(?![a-z])/iu;

/** Words as they were said, only in answer to the slot's own question. A question is never a value. */
export function freeTextReader({ min, max, must }: FreeTextLimits): SlotReader {
  const required = must === null ? null : new RegExp(must, 'iu');
  const whyNot = (value: string): string | null => {
    if (value.length > max) return 'text_too_long';
    return value.length < min || (required !== null && !required.test(value)) ? 'invalid' : null;
  };
  return {
    read: () => [],
    answer({ text, folded }): SlotReading | null {
      if (QUESTION.test(folded)) return null;
      const lead = LEAD.exec(text)?.[0].length ?? 0;
      const value = text.slice(lead).trim();
      const base = { span: [lead, text.length] as const, phrase: value, rule: 'whole_answer' };
      const reason = whyNot(value);
      return reason === null ? { ...base, kind: 'value', value } : { ...base, kind: 'invalid', reason };
    },
    recall: (stored) => (typeof stored === 'string' && whyNot(stored) === null ? stored : null),
    describe: (value) => String(value),
    remember: (value) => value,
    schema: { type: 'string', minLength: min, maxLength: max },
  };
}
