/** Where a register is kept. `isSimulators`: of a process that calls simulators alone. */
export type RegisterPlace =
  | { readonly kind: 'sqlite'; readonly file: string; readonly isSimulators: boolean }
  | { readonly kind: 'postgres'; readonly url: string; readonly isSimulators: boolean };

/** Returns where a register is, without the password of its database. */
export function placeText(place: RegisterPlace): string {
  if (place.kind === 'sqlite') return place.file;
  const url = new URL(place.url);
  return `${url.host}${url.pathname}`;
}
