/** Runs `work` at the first call and shares its outcome with all later ones; a failure is tried again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | null = null;
  return () => {
    outcome ??= work().catch((thrown: unknown) => {
      outcome = null;
      throw thrown;
    });
    return outcome;
  };
}
