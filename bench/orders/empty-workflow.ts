/** A workflow without any work. */
export async function empty(): Promise<void> {
  return undefined;
}
