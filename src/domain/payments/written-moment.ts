import { dayMs, dayOf } from '../hours/calendar.ts';
import { firstInstant, type ZoneOffset } from '../hours/local-time.ts';

const written =
  /^(?<date>\d{4}-\d{2}-\d{2})[T ](?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:\.\d{1,9})?)?(?<zone>Z|[+-]\d{2}:?[0-5]\d)?$/;

/** Returns the moment that a sender has written, by its zone where it names none; null: it is no time. */
export function writtenMoment(text: string, offset: ZoneOffset): number | null {
  const { date = '', hour, minute, second = '0', zone } = written.exec(text)?.groups ?? {};
  const day = dayOf(date);
  if (day === null) return null;
  const localMs = day * dayMs + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
  return zone === undefined ? firstInstant(localMs, offset) : localMs - zoneMs(zone);
}

function zoneMs(zone: string): number {
  if (zone === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
