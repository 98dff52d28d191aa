/** Lets one piece of work through at a time, in the order of arrival. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

export function createTurnstile(): Turnstile {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
