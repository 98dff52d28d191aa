import { pinyin, polyphonic } from 'pinyin-pro';

const COMPOUND_SURNAMES = new Set(
  '欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 闾丘 子车 亓官 司寇 巫马 公西 颛孙 壤驷 公良 漆雕 乐正 宰父 谷梁 拓跋 夹谷 轩辕 令狐 段干 百里 呼延 东郭 南门 羊舌 微生 梁丘 左丘 东门 西门 南荣'.split(
    ' ',
  ),
);

/** 欧阳娜 → 欧阳; 李明远 → 李. */
export const surnameOf = (name: string): string =>
  COMPOUND_SURNAMES.has(name.slice(0, 2)) ? name.slice(0, 2) : name.slice(0, 1);

/** The reading a surname has as a surname: 单 shàn, 曾 zēng. */
export const surnameSound = (surname: string): string =>
  pinyin(surname, { toneType: 'none', type: 'array', surname: 'all' }).join('');

const READINGS_LIMIT = 64;

/**
 * Every way a name can sound without tones, written together. A polyphone such as 长 (cháng, zhǎng) counts with all its
 * readings: which one its bearer uses cannot be known from the characters.
 */
export function soundsOf(name: string): ReadonlySet<string> {
  const syllables = polyphonic(name, { toneType: 'none', type: 'array' });
  const surname = surnameOf(name);
  const spoken = surnameSound(surname);
  let sounds = [''];
  for (const readings of syllables) {
    const distinct = [...new Set(readings)];
    sounds = sounds.flatMap((sound) => distinct.map((reading) => sound + reading)).slice(0, READINGS_LIMIT);
  }
  const given = polyphonic(name.slice(surname.length), { toneType: 'none', type: 'array' });
  let asSurname = [spoken];
  for (const readings of given)
    asSurname = asSurname.flatMap((sound) => [...new Set(readings)].map((reading) => sound + reading));
  return new Set([...asSurname.slice(0, READINGS_LIMIT), ...sounds]);
}

/** The letters of a Latin name, lower case, without spaces, tones or marks: "Lǐ Míng-yuǎn" → "limingyuan". */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/ü/g, 'v')
    .replace(/[^a-z]/g, '');
