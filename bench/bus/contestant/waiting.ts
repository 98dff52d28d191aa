/** Requests that wait for an answer which comes by another way, by id. */
export function createWaiting() {
  const waiting = new Map<string, (answer: unknown) => void>();
  let count = 0;
  return {
    newId: (): string => `${process.pid}-${++count}`,
    /** Call it before the request leaves: the answer may be faster than the acknowledgement. */
    answerTo: (id: string): Promise<unknown> => new Promise((resolve) => waiting.set(id, resolve)),
    resolve(id: string, answer: unknown): void {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
    has: (id: string): boolean => waiting.has(id),
    get size(): number {
      return waiting.size;
    },
  };
}
