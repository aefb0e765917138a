/** Returns what is done once: a call while it is under way waits for it, and one that failed is begun again. */
export function untilDone<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let begun: Promise<Result> | null = null;
  return () => {
    begun ??= work().catch((error: unknown) => {
      begun = null;
      throw error;
    });
    return begun;
  };
}
