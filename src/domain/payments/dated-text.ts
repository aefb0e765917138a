import type { ZoneOffset } from '../hours/local-time.ts';
import { writtenMoment } from './written-moment.ts';

const tokens: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<YYYY>\d{4})`,
  YY: String.raw`(?<YY>\d{2})`,
  MM: String.raw`(?<MM>\d{1,2})`,
  DD: String.raw`(?<DD>\d{1,2})`,
  HH: String.raw`(?<HH>\d{1,2})`,
  mm: String.raw`(?<mm>\d{2})`,
  ss: String.raw`(?<ss>\d{2})`,
};
const token = /YYYY|YY|MM|DD|HH|mm|ss/g;

/** Whether a text says where year, month and day stand, each once: "DD/MM/YYYY", "YYYYMMDD HH:mm:ss". */
export function isDateFormat(format: string): boolean {
  const found: readonly string[] = format.match(token) ?? [];
  const rest = format.replace(token, '');
  const year = found.filter((one) => one.startsWith('Y')).length;
  const isOnce = new Set(found).size === found.length && year === 1 && found.includes('MM') && found.includes('DD');
  return isOnce && found.includes('HH') === found.includes('mm') && /^[^\p{L}\p{N}]*T?[^\p{L}\p{N}]*$/u.test(rest);
}

/** How a source writes its times. */
export interface DateForm {
  /** Null: as ISO 8601 has it; no other form is guessed, because day and month could change places. */
  readonly dateFormat: string | null;
  readonly offsetMs: ZoneOffset;
}

/** Returns the moment of a text in the form of its source, a day alone as its beginning; null: it is none. */
export function datedMoment(text: string, { dateFormat, offsetMs }: DateForm): number | null {
  const iso = dateFormat === null ? text : isoText(text, dateFormat);
  return writtenMoment(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00` : iso, offsetMs);
}

function isoText(text: string, format: string): string {
  const parts = partsOf(text, format);
  const two = (name: string, without = ''): string => (parts[name] ?? without).padStart(2, '0');
  const year = parts['YYYY'] ?? `20${two('YY')}`;
  return `${year}-${two('MM')}-${two('DD')}T${two('HH', '00')}:${two('mm', '00')}:${two('ss', '00')}`;
}

function partsOf(text: string, format: string): Readonly<Record<string, string | undefined>> {
  const literal = (part: string): string => part.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
  const parts = format.split(/(YYYY|YY|MM|DD|HH|mm|ss)/).map((part) => tokens[part] ?? literal(part));
  return new RegExp(`^${parts.join('')}$`).exec(text)?.groups ?? {};
}
