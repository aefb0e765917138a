import { dayMs, dayNumber, minuteMs } from './calendar.ts';

/** The clock of a time zone. */
export interface ZoneClock {
  /** How far it is ahead of UTC at an instant, in ms. */
  readonly offsetMs: (epochMs: number) => number;
  /** What it shows at an instant: "2026-11-23 08:00". */
  readonly text: (epochMs: number) => string;
}

/**
 * Returns the clock of an IANA time zone, or null when this machine knows no such zone. Zones change by law, and machines
 * learn of it at different times: workflows never ask this, they keep the instants that their workers found (ARCHITECTURE#an-ad-beyond-its-place).
 */
export function zoneClock(timezone: string): ZoneClock | null {
  try {
    return clockOf(timezone);
  } catch {
    return null;
  }
}

type Shown = [year: number, month: number, day: number, hour: number, minute: number, second: number];

function clockOf(timeZone: string): ZoneClock {
  // Swedish writes dates as ISO 8601 does: "2026-11-23 08:00:00".
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return {
    offsetMs: (epochMs) => {
      const [year, month, day, hour, minute, second] = shown.format(epochMs).split(/\D/).map(Number) as Shown;
      const ms = dayNumber(year, month, day) * dayMs + (hour * 60 + minute) * minuteMs + second * 1_000;
      return ms - Math.floor(epochMs / 1_000) * 1_000;
    },
    text: (epochMs) => shown.format(epochMs).slice(0, 'YYYY-MM-DD hh:mm'.length),
  };
}
