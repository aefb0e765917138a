import { epochMs } from '../epoch.ts';

/** "IP banned until 1764145826000": the service writes the end of a ban in ms; a middle box may write seconds. */
const endForm = /\bban(?:ned)?\b.{0,80}?\b(?:un)?till?\b\D{0,20}(\d{13}|\d{10})(?!\d)/gis;

/** Returns the latest end of a ban that a text names, in ms since the epoch; null: it names none. */
export function banEndIn(text: string): number | null {
  const ends = [...text.matchAll(endForm)].map(([, digits]) => epochMs(Number(digits)));
  return ends.length === 0 ? null : Math.max(...ends);
}
