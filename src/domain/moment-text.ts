import { epochMs } from './epoch.ts';
import { dayMs, dayOf, minuteMs } from './hours/calendar.ts';

/** Of the clock, and where it stands: without a zone in Greenwich. */
const clock = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?`;
const zone = String.raw` ?(?:Z|UTC?|GMT|[+-]\d{2}(?::?\d{2})?)(?!\w)`;

/** Matches a moment of these days as seconds, milliseconds or microseconds since the epoch. */
const epoch = String.raw`(?<![\d.,])(?:\d{16}|\d{13}|\d{10}(?:\.\d{1,9})?)(?!\d)`;
const iso = String.raw`(?<!\d)(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>${clock})(?<zone>${zone})?)?(?!\d)`;
/** The three forms of RFC 9110; some servers mix them. */
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?';
const http = String.raw`(?:${weekday}) (?<date>\d{1,2})[ -](?<month>[a-z]{3})[ -](?<year>\d{4}|\d{2}) (?<time>${clock})(?<zone>${zone})?(?!\w)`;
const asctime = String.raw`(?:${weekday}) (?<month>[a-z]{3}) +(?<date>\d{1,2}) (?<time>${clock}) (?<year>\d{4})(?!\d)`;

const whole = (form: string): RegExp => new RegExp(`^${form}$`, 'i');
const [wholeEpoch, ...dates] = [epoch, iso, http, asctime].map(whole) as [RegExp, ...RegExp[]];

/** Where a text may hold a moment; `momentOf` reads what is found there. */
export const momentForm = `(?:${[http, asctime, iso, epoch].map((form) => form.replaceAll(/\?<\w+>/g, '')).join('|')})`;
const everyMoment = new RegExp(momentForm, 'gi');

/** Returns the moment that a text is, in ms since the epoch; NaN where it is none. A day without a time means its end. */
export function momentOf(text: string): number {
  if (wholeEpoch.test(text)) return epochMs(Number(text));
  const parts = dates.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  const day = parts === undefined ? null : dayOf(parts['day'] ?? dayText(parts));
  if (parts === undefined || day === null) return Number.NaN;
  return parts['time'] === undefined ? (day + 1) * dayMs : day * dayMs + clockMs(parts['time']) - zoneMs(parts['zone']);
}

/** Returns the moment that a date with or without a time is, in ms since the epoch; NaN where it is none. A day alone begins here. */
export function instantOf(text: string): number {
  if (!/^\d{4}-/.test(text)) return Number.NaN;
  return momentOf(/[T ]/i.test(text) ? text : `${text}T00:00Z`);
}

/** Returns the moments that stand in a text, in ms since the epoch. */
export function momentsIn(text: string): number[] {
  return [...text.matchAll(everyMoment)].map(([found]) => momentOf(found)).filter((atMs) => !Number.isNaN(atMs));
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function dayText({ year = '', month = '', date = '' }: Record<string, string>): string {
  const number = String(months.indexOf(month.toLowerCase()) + 1);
  return `${year.padStart(4, '20')}-${number.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

/** NaN for a time that no clock shows. */
function clockMs(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const isTime = hours < 24 && minutes < 60 && seconds <= 60;
  return isTime ? Math.floor((hours * 60 + minutes) * minuteMs + seconds * 1_000) : Number.NaN;
}

function zoneMs(text = ''): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):?(\d{2})?/.exec(text) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return sign === '-' ? -ms : ms;
}

/** A length of time as services write it, in English or Spanish. */
const units = String.raw`(?:ms|milli(?:second)?s?|milisegundos?|s|secs?|seconds?|segundos?|m|mins?|minutes?|minutos?|h|hrs?|hours?|horas?|d|days?|d[ií]as?)`;
export const lengthForm = String.raw`\d{1,9}(?:\.\d{1,9})?\s?${units}(?!\p{L})`;
const wholeLength = new RegExp(String.raw`^([\d.]+)\s?(${units})$`, 'iu');
const unitMs: readonly (readonly [beginning: string, ms: number])[] = [
  ['ms', 1],
  ['mil', 1],
  ['s', 1_000],
  ['m', minuteMs],
  ['h', 60 * minuteMs],
  ['d', dayMs],
];

/** Returns the length of time that a text is, in ms; NaN where it is none. */
export function lengthOf(text: string): number {
  const [, count = '', unit = ''] = wholeLength.exec(text) ?? [];
  const ms = unitMs.find(([beginning]) => unit.toLowerCase().startsWith(beginning))?.[1];
  return ms === undefined || unit === '' ? Number.NaN : Math.ceil(Number(count) * ms);
}
