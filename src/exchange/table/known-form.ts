const alternativesOf = new Map<string, Set<string>>();

/**
 * The operations whose preferred form this service does not know (EP-37, interface 4.4). Remembered for the process, not
 * for one client: a second account at the same service need not lose a call to learn it again.
 */
export function alternativeForms(origin: string): Set<string> {
  const known = alternativesOf.get(origin) ?? new Set<string>();
  alternativesOf.set(origin, known);
  return known;
}
