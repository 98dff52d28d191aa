import { simplify } from '../text/traditional.ts';
import { COURTESY_TITLES, type Mention } from './mention.ts';
import { lettersOf, soundsOf, surnameOf, surnameSound } from './name.ts';
import type { Directory, Person } from './person.ts';

/** The people a mention can mean: one, several to choose from, or none with the nearest instead. */
export interface SearchResult {
  readonly hits: readonly Person[];
  readonly nearest: readonly Person[];
}

interface Entry {
  readonly person: Person;
  readonly name: string;
  readonly surname: string;
  readonly surnameSound: string;
  readonly sounds: ReadonlySet<string>;
  readonly title: string;
  readonly english: string;
  readonly letters: ReadonlySet<string>;
}

export type DirectoryIndex = readonly Entry[];

const NEAREST_LIMIT = 3;

/** Reads a directory once: every sound of every name, both orders of the Latin one. */
export function indexDirectory(directory: Directory): DirectoryIndex {
  return directory.people.map((person) => {
    const name = simplify(person.name);
    const words = person.english.split(/\s+/).map(lettersOf);
    return {
      person,
      name,
      surname: surnameOf(name),
      surnameSound: surnameSound(surnameOf(name)),
      sounds: soundsOf(name),
      title: simplify(person.title.zh),
      english: person.english.toLowerCase(),
      letters: new Set([words.join(''), [...words].reverse().join('')].filter((letters) => letters !== '')),
    };
  });
}

/**
 * Exact characters win. Latin letters are looked for among all the sounds of every name; one hit is taken, more are
 * asked about. Chinese characters that only *sound* like somebody are never taken for that person: they are offered.
 */
export function searchDirectory(index: DirectoryIndex, mention: Mention): SearchResult {
  const matches = index.filter((entry) => isMeant(entry, mention));
  if (matches.length > 0) return { hits: matches.map(({ person }) => person), nearest: [] };
  return { hits: [], nearest: nearestTo(index, mention) };
}

function isMeant(entry: Entry, { name, title, rule }: Mention): boolean {
  if (rule === 'address') return entry.person.address.toLowerCase() === name;
  if (title !== null && !fitsTitle(entry, title)) return false;
  if (/^[a-z]/.test(name)) {
    const letters = lettersOf(name);
    if (title === null) return entry.letters.has(letters) || entry.sounds.has(letters);
    return entry.surnameSound === letters || latinSurname(entry) === letters || entry.sounds.has(letters);
  }
  if (entry.name === name) return true;
  if (title === null) return entry.surname === name;
  return entry.surname === name || simplify(entry.person.department.zh).startsWith(name);
}

/** 李总 is a 总监, 总经理 or 总裁; courtesy titles fit everybody. */
function fitsTitle(entry: Entry, title: string): boolean {
  if (COURTESY_TITLES.has(title)) return true;
  if (title === '总') return /总|董事长/.test(entry.title);
  if (title === '工') return entry.title.includes('工程师');
  return (
    entry.title === title ||
    (entry.title.endsWith(title) && !entry.title.startsWith('副') && entry.title !== `总${title}`)
  );
}

/** Li Mingyuan and Mingyuan Li: the surname is the end whose letters sound like the Chinese one. */
function latinSurname(entry: Entry): string {
  const words = entry.english.split(/\s+/).map(lettersOf);
  return words.find((word) => word === entry.surnameSound) ?? words[0] ?? '';
}

/** People one might have meant: same sound and title, same sound of the surname, a name with a character in common. */
function nearestTo(index: DirectoryIndex, mention: Mention): Person[] {
  const latin = /^[a-z]/.test(mention.name);
  const surname = latin ? lettersOf(mention.name) : surnameOf(mention.name);
  const sounds = latin ? new Set([surname]) : soundsOf(mention.name);
  const sound = latin ? surname : surnameSound(surname);
  const scored = index.map((entry) => {
    const sameTitle = mention.title !== null && fitsTitle(entry, mention.title);
    const sameSurname = !latin && entry.surname === surname;
    const sameSound = entry.surnameSound === sound || (latin && entry.surnameSound === surname);
    const soundsAlike = [...entry.sounds].some((candidate) => sounds.has(candidate));
    const shares = !latin && [...mention.name].some((character) => entry.name.includes(character));
    const prefix =
      latin &&
      surname.length >= 2 &&
      [...entry.sounds, ...entry.letters].some(
        (known) => known.startsWith(surname) || surname.startsWith(known),
      );
    const score =
      (soundsAlike ? 8 : 0) +
      (sameSound ? 4 : 0) +
      (sameSurname ? 3 : 0) +
      (sameTitle && (sameSound || sameSurname) ? 4 : 0) +
      (shares ? 1 : 0) +
      (prefix ? 2 : 0);
    return { person: entry.person, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, NEAREST_LIMIT)
    .map(({ person }) => person);
}
