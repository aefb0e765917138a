import { hoursRuleSchema, unknownZone } from '../../domain/hours/hours-rule.ts';
import { zoneClock } from '../../domain/hours/time-zone.ts';
import { askWhether, nearestName } from '../nearest-name.ts';
import type { FileProblem } from './ad-wishes.ts';
import { domainTable } from './domain-section.ts';
import type { PeerdeskFile } from './file-schema.ts';
import { isTable } from './key-names.ts';

/** Returns the hours of a file whose time zone this machine does not know; everything else of them has been checked. */
export function hoursProblems({ account = {}, rules = {}, ads = {} }: PeerdeskFile): FileProblem[] {
  return Object.entries({ account, rules, ads }).flatMap(([table, sections]) =>
    Object.entries(sections).flatMap(([name, { hours }]) => {
      const text = zoneProblem(hours);
      return text === null ? [] : [{ path: [table, name, 'hours', 'timezone'], text }];
    }),
  );
}

function zoneProblem(hours: unknown): string | null {
  const rule = isTable(hours) ? hoursRuleSchema.safeParse(domainTable(hours)).data : undefined;
  if (rule === undefined || zoneClock(rule.timezone) !== null) return null;
  const nearest = nearestName(rule.timezone, Intl.supportedValuesOf('timeZone'));
  return nearest === null
    ? unknownZone(rule)
    : `is ${JSON.stringify(rule.timezone)}, which is no time zone${askWhether(nearest)}`;
}
