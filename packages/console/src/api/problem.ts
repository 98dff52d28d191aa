import type { Locale, Words } from './wire.ts';

const UNREACHABLE: Words = {
  zh: '暂时连不上服务。请检查网络或稍后再试，您已发送的内容不会重复执行。',
  en: 'The service cannot be reached right now. Check the connection or try again; nothing you sent will run twice.',
};

const UNEXPECTED: Words = {
  zh: '服务没有给出可读的答复，请稍后再试。',
  en: 'The service gave no readable answer. Please try again shortly.',
};

/** What went wrong in the words of the person at the page; `code` stays for the small print. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly words: Words;

  constructor(status: number, code: string, words: Words) {
    super(words.en);
    this.status = status;
    this.code = code;
    this.words = words;
  }
}

/** The network failed before any answer: status 0. */
export const unreachable = (): ApiProblem => new ApiProblem(0, 'UNREACHABLE', UNREACHABLE);

/** Reads `{error: {code, words}}`; anything else becomes a problem with plain words. */
export function problemOf(status: number, body: unknown): ApiProblem {
  if (typeof body === 'object' && body !== null && 'error' in body) {
    const { code, words, message } = body.error as { code?: string; words?: Words; message?: string };
    const fallback = message === undefined ? UNEXPECTED : { zh: message, en: message };
    return new ApiProblem(status, code ?? 'INTERNAL', words ?? fallback);
  }
  return new ApiProblem(status, `HTTP_${status}`, UNEXPECTED);
}

export const wordsOf = (error: unknown, locale: Locale): string =>
  (error instanceof ApiProblem ? error.words : UNEXPECTED)[locale];
