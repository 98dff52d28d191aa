import type { Localized } from '../text/locale.ts';

/** Someone a message can be sent to, as the directory file lists them. */
export interface Person {
  readonly id: string;
  /** As it is written: 李明远. */
  readonly name: string;
  /** In Latin letters, given name first or last: Li Mingyuan. */
  readonly english: string;
  readonly title: Localized;
  readonly department: Localized;
  readonly address: string;
}

/** Who is known. The machine asks it in memory; a larger one is loaded or fetched before a turn. */
export interface Directory {
  readonly people: readonly Person[];
}

/** `w***@example.cn`: enough to tell two people apart, not enough to write to either. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at <= 0 ? '***' : `${address[0]}***${address.slice(at)}`;
}
