import { type DialogLine, LIMITS } from '../session/state.ts';
import type { Locale } from '../text/locale.ts';

const ACTS: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  asked: { zh: '提出', en: 'asked for' },
  filled: { zh: '补充了信息', en: 'gave details for' },
  corrected: { zh: '更正了信息', en: 'corrected details of' },
  confirmed: { zh: '确认了', en: 'confirmed' },
  cancelled: { zh: '取消了', en: 'cancelled' },
  aside: { zh: '插问了别的，仍在办', en: 'asked something aside during' },
  unclear: { zh: '的话没有听明白，在办', en: 'was not understood, during' },
  human: { zh: '要求人工', en: 'wanted a person for' },
};

/** The last three turns, as acts and intents: what was said is not in it. */
export const appendLine = (dialog: readonly DialogLine[], line: DialogLine): DialogLine[] =>
  [...dialog, line].slice(-LIMITS.dialog);

/** The dialog so far in one sentence, for the person who takes over. */
export function summarize(
  dialog: readonly DialogLine[],
  titleOf: (intent: string) => string,
  locale: Locale,
): string {
  const lines = dialog.map(({ act, intent }) => {
    const words = (ACTS[act] ?? ACTS.unclear)![locale];
    const what =
      intent === null ? (locale === 'zh' ? '（未识别）' : '(nothing recognised)') : titleOf(intent);
    return locale === 'zh' ? `用户${words}：${what}` : `the user ${words}: ${what}`;
  });
  return lines.join(locale === 'zh' ? '；' : '; ');
}
