/** Who is on the list of devices: written by the door alone. */
import type { Kept } from '../../door/page/page-desk.ts';
import type { Subscription } from '../../door/push/subscription.ts';
import {
  dropNote,
  missOf,
  noteFile,
  subscriptionNotes,
  type Miss,
  type SubscriptionNote,
} from '../../door/push/subscription-notes.ts';
import { writePrivateFile } from '../kit/private-files.ts';

/** More than the people of a desk have devices. */
const maxNotes = 100;
/** A device has one browser or two. None makes place for another: who has a session alone must silence no phone. */
const maxOfKey = 4;
/** The workers take a note for a day after it was confirmed. */
const confirmEveryMs = 3_600_000;

type Owner = Pick<SubscriptionNote, 'keyName' | 'publicKey'>;

/** Puts a device on the list, or brings it up to date. */
export function keepSubscription(
  folder: string,
  subscription: Subscription,
  wish: Owner & { readonly serverKey: string; readonly nowMs: number },
): Kept {
  const { nowMs, ...owner } = wish;
  const notes = subscriptionNotes(folder);
  const others = notes.filter(({ endpoint }) => endpoint !== subscription.endpoint);
  const own = others.filter(({ keyName }) => keyName === owner.keyName);
  if (others.length >= maxNotes || own.length >= maxOfKey) return 'full';
  write(folder, { ...subscription, ...owner, confirmedAtMs: nowMs });
  return others.length === notes.length ? 'new' : 'known';
}

/** Takes a device off the list, if it is of this key. */
export function forgetSubscription(folder: string, endpoint: string, keyName: string): void {
  const note = subscriptionNotes(folder).find((one) => one.endpoint === endpoint);
  if (note?.keyName === keyName) dropNote(folder, endpoint);
}

/** Takes the devices of a key off the list. */
export function forgetDevices(folder: string, keyName: string): void {
  for (const note of subscriptionNotes(folder)) if (note.keyName === keyName) dropNote(folder, note.endpoint);
}

/** Returns of each device of a key since when messages do not reach it; null: they do. */
export const missesOfKey = (folder: string, keyName: string): (Miss | null)[] =>
  subscriptionNotes(folder)
    .filter((note) => note.keyName === keyName)
    .map(({ endpoint }) => missOf(folder, endpoint));

/** Takes off the list whose key counts no more, and says of the others that they do. */
export function confirmSubscriptions(folder: string, counts: (owner: Owner) => boolean, nowMs: number): void {
  for (const note of subscriptionNotes(folder)) {
    if (!counts(note)) dropNote(folder, note.endpoint);
    else if (nowMs - note.confirmedAtMs >= confirmEveryMs) write(folder, { ...note, confirmedAtMs: nowMs });
  }
}

function write(folder: string, note: SubscriptionNote): void {
  writePrivateFile(noteFile(folder, note.endpoint), `${JSON.stringify(note)}\n`);
}
