import { lengthForm, lengthOf, momentForm, momentOf, momentsIn } from '../moment-text.ts';

/** Of a ban; "to avoid bans" is none. Other words than these are a limit that lasts as long. */
const banned = String.raw`(?<!\p{L})(?:ban(?:ned|nie|ido|ida|eado|eada)?|block(?:ed)?|blacklisted|suspended|suspendid[oa]|bloquead[oa]|prohibid[oa]|vetad[oa]|gesperrt)(?=\P{L}|until)`;
const until = String.raw`(?:(?:un)?till?|ends?|expires?|lifted|unban|hasta|até|jusqu|bis)(?!\p{Ll})`;
const endForm = new RegExp(String.raw`${banned}.{0,80}?${until}\D{0,20}?(${momentForm})`, 'gisu');
const banLengthForm = new RegExp(String.raw`${banned}.{0,40}?(?<!\p{L})(?:for|durante|por)\s(${lengthForm})`, 'gisu');
/** Matches after how long to call again; "1200 per 1 minute" is a limit. */
const waitForm = new RegExp(
  String.raw`(?<!\p{L})(?:for|in|after|within|wait|durante|en|dentro de|después de|espere)\s(${lengthForm})`,
  'giu',
);

/** Returns the latest end of a ban that a text names, in ms since the epoch; null: it names none. */
export function banEndIn(text: string): number | null {
  return latest(found(endForm, text).map(momentOf));
}

/** Returns for how long a text bans, in ms; null: it does not say. */
export function banLengthIn(text: string): number | null {
  return latest(found(banLengthForm, text).map(lengthOf));
}

/** Whether a text bans the caller, and says for how long. */
export const namesBan = (text: string): boolean => banEndIn(text) !== null || banLengthIn(text) !== null;

/**
 * Returns for how long the message of a refusal for too many calls asks to wait, in ms, in whatever words: there a moment
 * that is to come, or a length, means nothing else. No longer than the bound, beyond which a number is no moment.
 */
export function limitRestIn(message: string, { nowMs, maxMs }: { nowMs: number; maxMs: number }): number | null {
  const rests = [...momentsIn(message).map((atMs) => atMs - nowMs), ...found(waitForm, message).map(lengthOf)];
  return latest(rests.filter((restMs) => restMs > 0 && restMs <= maxMs));
}

const found = (form: RegExp, text: string): string[] => [...text.matchAll(form)].map(([, part = '']) => part);

function latest(times: readonly number[]): number | null {
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? null : Math.max(...known);
}
