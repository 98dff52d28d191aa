import { describe, expect, test } from 'vitest';
import { readUtterance } from '../text/utterance.ts';
import { findMentions } from './mention.ts';
import { soundsOf, surnameOf } from './name.ts';
import { maskAddress, type Person } from './person.ts';
import { indexDirectory, searchDirectory } from './search.ts';

const person = (
  id: string,
  name: string,
  english: string,
  title: [string, string],
  department: [string, string] = ['总部', 'head office'],
): Person => ({
  id,
  name,
  english,
  title: { zh: title[0], en: title[1] },
  department: { zh: department[0], en: department[1] },
  address: `${id}@example.cn`,
});
const INDEX = indexDirectory({
  people: [
    person('li', '李明远', 'Li Mingyuan', ['总监', 'director'], ['销售部', 'sales']),
    person('ouyang', '欧阳娜', 'Ouyang Na', ['总经理', 'general manager']),
    person('zhang', '章建国', 'Zhang Jianguo', ['经理', 'manager']),
    person('shan', '单雄', 'Shan Xiong', ['经理', 'manager']),
    person('wang1', '王强', 'Wang Qiang', ['经理', 'manager'], ['华东区', 'east']),
    person('wang2', '王秀兰', 'Wang Xiulan', ['经理', 'manager']),
  ],
});

function find(text: string): { hits: string[]; nearest: string[] } {
  const [mention] = findMentions(readUtterance(text));
  if (mention === undefined) return { hits: [], nearest: [] };
  const { hits, nearest } = searchDirectory(INDEX, mention);
  return { hits: hits.map(({ id }) => id), nearest: nearest.map(({ id }) => id) };
}

describe('a surname and a title', () => {
  test.each([
    ['帮我把报告发给李总监', ['li']],
    ['李總監', ['li']],
    ['李总', ['li']],
    ['李先生', ['li']],
    ['李明远总监', ['li']],
    ['销售部李总监', ['li']],
    ['销售总监', ['li']],
    ['欧阳总经理', ['ouyang']],
    ['欧阳总', ['ouyang']],
    ['director Li', ['li']],
    ['Mr. Li', ['li']],
    ['manager Shan', ['shan']],
    ['general manager Ouyang', ['ouyang']],
    ['王经理', ['wang1', 'wang2']],
    ['ouyang@example.cn', ['ouyang']],
  ])('%s', (text, ids) => {
    expect(find(text).hits).toEqual(ids);
  });

  test('欧阳 is one surname, and no 总监 is a 总经理', () => {
    expect(surnameOf('欧阳娜')).toBe('欧阳');
    expect(find('欧阳总监').hits).toEqual([]);
    expect(find('李经理').hits).toEqual([]);
  });

  test('nobody is picked by likeness: the nearest are offered', () => {
    expect(find('张经理')).toEqual({ hits: [], nearest: expect.arrayContaining(['zhang']) });
    expect(find('赵主任').hits).toEqual([]);
    expect(find('stranger@example.org').hits).toEqual([]);
  });
});

test('every reading of a polyphone is a sound of the name', () => {
  expect([...soundsOf('胡长治')].sort()).toEqual(['huchangzhi', 'huzhangzhi']);
  expect(soundsOf('单雄').has('shanxiong')).toBe(true);
});

test('a masked address tells people apart and reaches nobody', () => {
  expect(maskAddress('li.mingyuan@example.cn')).toBe('l***@example.cn');
  expect(maskAddress('broken')).toBe('***');
});
