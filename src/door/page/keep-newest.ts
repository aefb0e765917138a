/** Forgets the oldest entry of a map that one was added to, where it has more than `most`. */
export function keepNewest<Key>(map: Map<Key, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
