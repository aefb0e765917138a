/** The clock of a time zone. */
export interface ZoneClock {
  /** How far it is ahead of UTC at an instant, in ms. */
  readonly offsetMs: (epochMs: number) => number;
  /** What it shows at an instant: "2026-11-23 08:00". */
  readonly text: (epochMs: number) => string;
}

/**
 * Returns the clock of an IANA time zone, or null when this machine knows no such zone. Zones change by law, and machines
 * learn of it at different times: workflows never ask this, they keep the instants that their workers found (ADR 0036).
 */
export function zoneClock(timezone: string): ZoneClock | null {
  try {
    return clockOf(timezone);
  } catch {
    return null;
  }
}

function clockOf(timeZone: string): ZoneClock {
  const offsets = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const texts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return {
    offsetMs: (epochMs) => offsetOf(offsets.format(epochMs)),
    text: (epochMs) => {
      const parts = new Map(texts.formatToParts(epochMs).map(({ type, value }) => [type, value]));
      const [year, month, day, hour, minute] = textParts.map((part) => parts.get(part));
      return `${year}-${month}-${day} ${hour}:${minute}`;
    },
  };
}

const textParts = ['year', 'month', 'day', 'hour', 'minute'] as const;

/** Of "7/1/2026, GMT-04:00"; UTC itself is "GMT". */
function offsetOf(text: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -ms : ms;
}
