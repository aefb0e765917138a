const written =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?:\.\d{1,6})?)?\s*(?:\[(?<offset>[+-]?\d{1,2})(?:\.(?<part>\d{1,2}))?(?::[^\]]{0,20})?\]|(?<utc>GMT|UTC|Z))?$/;

/** Parts of an hour, as a decimal or in minutes: of each the other reading is no zone's. */
const minutesOf: Readonly<Record<string, string>> = {
  0: '00',
  '00': '00',
  5: '30',
  50: '30',
  30: '30',
  75: '45',
  45: '45',
  25: '15',
  15: '15',
};

/** Returns a time of OFX as ISO 8601 has it, and a day alone for noon, which banks write for one; else the text itself. */
export function ofxMoment(text: string): string {
  const { year, month, day, hour, minute, second = '00', offset, part = '00', utc } = written.exec(text)?.groups ?? {};
  if (year === undefined) return text;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined || `${hour}${minute}${second}` === '120000') return date;
  const zone = utc === undefined ? zoneOf(offset, part) : 'Z';
  return zone === null ? text : `${date}T${hour}:${minute}:${second}${zone}`;
}

function zoneOf(offset: string | undefined, part: string): string | null {
  if (offset === undefined) return '';
  const [hours, minutes] = [Number(offset), minutesOf[part]];
  if (minutes === undefined || Math.abs(hours) > 14) return null;
  return `${offset.startsWith('-') ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:${minutes}`;
}
