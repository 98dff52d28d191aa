/**
 * Runs pieces of work in groups: what arrives while one group is being committed forms the next. One sync to
 * disk then carries many requests, and a single request waits for nobody.
 *
 * `commit` gets one group and gives one result for each, in order; when it throws, each of them fails with that.
 */
export function createGroupCommit<Work, Result>(
  commit: (group: readonly Work[]) => Promise<readonly Result[]>,
  limit: number,
): { run(work: Work): Promise<Result> } {
  type Waiting = { readonly work: Work } & PromiseWithResolvers<Result>;
  let waiting: Waiting[] = [];
  let running = false;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, limit);
      waiting = waiting.slice(limit);
      try {
        const results = await commit(group.map(({ work }) => work));
        for (const [index, { resolve }] of group.entries()) resolve(results[index]!);
      } catch (thrown) {
        for (const { reject } of group) reject(thrown);
      }
    }
    running = false;
  };

  return {
    run(work) {
      const entry: Waiting = { work, ...Promise.withResolvers<Result>() };
      waiting.push(entry);
      // A microtask later, so that what one turn of the event loop asks for goes together.
      if (!running) {
        running = true;
        queueMicrotask(drain);
      }
      return entry.promise;
    },
  };
}
