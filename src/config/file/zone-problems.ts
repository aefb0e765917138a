import { z } from 'zod';
import { timezoneSchema, unknownZone } from '../../domain/hours/hours-rule.ts';
import { zoneClock } from '../../domain/hours/time-zone.ts';
import { askWhether, nearestName } from '../nearest-name.ts';
import type { FileProblem } from './ad-wishes.ts';
import type { PeerdeskFile } from './file-schema.ts';

/** Returns the hours and the caps of a file whose time zone this machine does not know; the rest of them has been checked. */
export function zoneProblems({ account = {}, rules = {}, ads = {} }: PeerdeskFile): FileProblem[] {
  return Object.entries({ account, rules, ads }).flatMap(([table, sections]) =>
    Object.entries(sections).flatMap(([name, { hours, payment_caps }]) =>
      Object.entries({ hours, payment_caps }).flatMap(([key, section]) => {
        const text = zoneProblem(section);
        return text === null ? [] : [{ path: [table, name, key, 'timezone'], text }];
      }),
    ),
  );
}

const zonedSchema = z.looseObject({ timezone: timezoneSchema });

/** Returns why a section names no time zone of this machine, or null. */
export function zoneProblem(section: unknown): string | null {
  const rule = zonedSchema.safeParse(section).data;
  if (rule === undefined || zoneClock(rule.timezone) !== null) return null;
  const nearest = nearestName(rule.timezone, Intl.supportedValuesOf('timeZone'));
  return nearest === null
    ? unknownZone(rule)
    : `is ${JSON.stringify(rule.timezone)}, which is no time zone${askWhether(nearest)}`;
}
