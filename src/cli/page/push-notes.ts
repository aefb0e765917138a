/** Who is on the list of devices: written by the door alone. */
import type { Kept, PushDevice } from '../../door/page/page-desk.ts';
import type { Subscription } from '../../door/push/subscription.ts';
import {
  dropNote,
  missOf,
  noteFile,
  noteId,
  subscriptionNotes,
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

interface Wish extends Owner {
  readonly serverKey: string;
  readonly browser: string;
  /** It was on the list before, as its browser has it. */
  readonly isAgain: boolean;
  readonly nowMs: number;
}

/** Puts a device on the list, or brings it up to date. */
export function keepSubscription(folder: string, subscription: Subscription, wish: Wish): Kept {
  const { nowMs, isAgain, ...owner } = wish;
  const notes = subscriptionNotes(folder);
  const before = notes.find(({ endpoint }) => endpoint === subscription.endpoint);
  // By itself no page takes back what its person has done elsewhere.
  if (isAgain && before === undefined) return 'stopped';
  const others = notes.filter((note) => note !== before);
  const own = others.filter(({ keyName }) => keyName === owner.keyName);
  if (others.length >= maxNotes || own.length >= maxOfKey) return 'full';
  const sinceMs = before?.keyName === owner.keyName ? before.sinceMs : nowMs;
  write(folder, { ...subscription, ...owner, sinceMs, confirmedAtMs: nowMs });
  return before === undefined ? 'new' : 'known';
}

/** Returns the devices on the list, the newest first, without their addresses. */
export const listDevices = (folder: string): PushDevice[] =>
  subscriptionNotes(folder)
    .map(({ endpoint, keyName, browser, sinceMs }) => {
      const miss = missOf(folder, endpoint);
      return { id: noteId(endpoint), keyName, browser, sinceMs, miss };
    })
    .toSorted((one, other) => other.sinceMs - one.sinceMs);

/** Takes the device of an id off the list. */
export function stopDevice(folder: string, id: string): void {
  for (const { endpoint } of subscriptionNotes(folder)) if (noteId(endpoint) === id) dropNote(folder, endpoint);
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
