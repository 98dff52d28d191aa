import type { Span, Utterance } from '../text/utterance.ts';
import type { Mention } from './mention.ts';
import type { DirectoryIndex } from './search.ts';

/**
 * Whole names of the directory written out in the text, with their positions. A name that goes on (李明远远, Li Mingyuan
 * Smith) is somebody else's: it is given with all its words, and nobody in the directory has it.
 */
export function findNames(index: DirectoryIndex, utterance: Utterance): Mention[] {
  const found: Mention[] = [];
  for (const { name, english } of index) {
    for (const [needle, goesOn] of [
      [name, goesOnInHan],
      [english, goesOnInLatin],
    ] as const) {
      if (needle.length < 2) continue;
      for (const start of occurrences(utterance.folded, needle)) {
        const more = goesOn(utterance, start, start + needle.length);
        if (more === null) continue;
        const span = [start, start + needle.length + more] as const;
        const words = utterance.text.slice(...span);
        found.push({ words, span, name: utterance.folded.slice(...span), title: null, rule: 'name' });
      }
    }
  }
  // two people of one name were named once, and a name inside a longer one was not named
  return found.filter(
    ({ span }, index) =>
      !found.some((other, place) =>
        length(other.span) === length(span)
          ? other.span[0] === span[0] && place < index
          : other.span[0] <= span[0] && span[1] <= other.span[1],
      ),
  );
}

const length = ([start, end]: readonly [number, number]): number => end - start;

function occurrences(text: string, needle: string): number[] {
  const starts: number[] = [];
  for (let start = text.indexOf(needle); start >= 0; start = text.indexOf(needle, start + 1))
    starts.push(start);
  return starts;
}

/** Characters that follow a name in a sentence; of a time, a verb, a title, a particle. Any other is read as more name. */
const FOLLOWS =
  /[的和与跟及同吧啊呀哦呢吗嘛了是在也就那这给看收发把请帮让将或还再不有都一二两三四五六七八九十几多每份个位上下本今去前昨当年月周季第要可能查做导出生成整以用从到对向于为因所但后中时间件邮经主任总监部区组先女小助秘会工老副董他她它我你您边处里来报销数谢好行即啦哈而另顺然接才对没错算需想急尽马立现核确审其寄信转交递传送抄写打电话拿取读知通说问找要]/u;

/** Longer names than this are not written in Chinese. */
const LONGEST_HAN = 4;

/** How many characters a name goes on for, none of which a sentence goes on with. */
function goesOnInHan({ folded }: Utterance, start: number, end: number): number {
  const run = /^\p{Script=Han}*/u.exec(folded.slice(end))![0];
  const stop = run.search(FOLLOWS);
  const more = stop < 0 ? run.length : stop;
  return end - start + more <= LONGEST_HAN ? more : 0;
}

/** 给王李明远: what a cue points at begins before the name, with no word that may stand there. */
export const beginsEarlier = ({ name, span }: Mention, [start]: Span): boolean =>
  span[0] < start && /^\p{Script=Han}/u.test(name) && !FOLLOWS.test(name.slice(0, start - span[0]));

/** Capitalised words that follow a name in a sentence. */
const CAPITALISED =
  /^(?:The|This|That|These|And|Or|Please|Thanks|For|From|By|On|In|With|As|At|To|Of|Sales|Report|Last|Next|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Quarter|First|Second|Third|Fourth|Half|Year|Month|Week)/;

/** Words that end a sentence after a name. */
const LAST_WORD =
  /^(?:please|thanks|now|today|tomorrow|tonight|too|also|again|instead|then|only|both|asap|soon|first|ok|okay|right|again|there|report|too|yes|no|director|manager|supervisor|assistant|head|q|h)$/;

/** Null when the letters are only part of a longer word. */
function goesOnInLatin({ text, folded }: Utterance, start: number, end: number): number | null {
  if (/[a-z]/.test(folded[start - 1] ?? '') || /[a-z]/.test(folded[end] ?? '')) return null;
  const next = /^(?:-[A-Za-z]+|\s([A-Z][a-z]+)(?![A-Za-z])|\s([a-z]+)(?=$|[.,;!?]))/.exec(text.slice(end));
  if (next === null || CAPITALISED.test(next[1] ?? '-') || LAST_WORD.test(next[2] ?? '-')) return 0;
  return next[0].length;
}
