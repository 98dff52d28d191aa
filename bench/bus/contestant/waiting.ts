/** Requests that wait for an answer which comes by another way, by id. */
export function createWaiting() {
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  let count = 0;
  const take = (id: string): PromiseWithResolvers<unknown> | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  };
  return {
    newId: (): string => `${process.pid}-${++count}`,
    /** Call it before the request leaves: the answer may be faster than the acknowledgement. */
    answerTo(id: string): Promise<unknown> {
      const answer = Promise.withResolvers<unknown>();
      answer.promise.catch(() => {}); // It may fail before its requester has come to wait for it.
      waiting.set(id, answer);
      return answer.promise;
    },
    resolve: (id: string, answer: unknown): void => take(id)?.resolve(answer),
    reject: (id: string, reason: Error): void => take(id)?.reject(reason),
    has: (id: string): boolean => waiting.has(id),
  };
}
