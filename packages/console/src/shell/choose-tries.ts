const SHOWN = 3;
const HAN = /\p{Script=Han}/u;

/** The sentences worth trying in the page's language; all of them when there are none in it. */
export function chooseTries(tries: readonly string[], language: 'zh' | 'en'): readonly string[] {
  const spoken = tries.filter((text) => HAN.test(text) === (language === 'zh'));
  return (spoken.length > 0 ? spoken : tries).slice(0, SHOWN);
}
