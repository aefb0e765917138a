import { z } from 'zod';
import { isPositiveDecimalText } from '../decimal.ts';
import { dayOf } from './calendar.ts';
import { rangesFromText, weekFromText, type DayRange } from './hours-text.ts';

const openSchema = z
  .string()
  .max(400)
  .refine((text) => weekFromText(text) !== null, 'must be days with times such as "Mon-Sat 08:00-22:00", or "always"');

/** Whether this machine knows the zone is asked where the file or the command is read: a replay must not ask it. */
export const timezoneSchema = z
  .string()
  .max(60)
  .regex(/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/, 'must be the name of a time zone such as "America/La_Paz"');

const dateSchema = z.string().refine((text) => dayOf(text) !== null, 'must be a date such as "2026-12-25"');

const exceptionSchema = z
  .string()
  .refine(
    (text) => exceptionOf(text) !== null,
    'must be a date with its own times such as "2026-12-24 08:00-12:00"; a date without any belongs in closed',
  );

const priceSchema = z.string().refine(isPositiveDecimalText, 'must be a decimal above zero, such as "9.90"');

/** When an ad is to be on the market. */
export const hoursRuleSchema = z.strictObject({
  /** Local times of the week: a range belongs to the day on which it begins, also when it ends on the next one. */
  open: openSchema.meta({
    description: 'local times of the week, or "always"',
    examples: ['Mon-Sat 08:00-22:00'],
  }),
  timezone: timezoneSchema.meta({ description: 'whose clock the times are on', examples: ['America/La_Paz'] }),
  closed: z.array(dateSchema).max(400).default([]).describe('dates on which no range begins'),
  /** Dates with times of their own, in place of those of the weekday. */
  exceptions: z.array(exceptionSchema).max(400).default([]).describe('dates with times of their own'),
  /** What the ad costs outside its hours; null: it is taken off the market. */
  restingPrice: priceSchema.nullable().default(null).describe('what the ad costs outside them; off: it is offline'),
});

export type HoursRule = z.infer<typeof hoursRuleSchema>;

/** Returns what is said of hours whose time zone a machine does not know. */
export function unknownZone({ timezone }: Pick<HoursRule, 'timezone'>): string {
  return `there is no time zone ${timezone} on this machine: write a name of the IANA list, such as America/La_Paz`;
}

function exceptionOf(text: string): readonly [day: number, ranges: readonly DayRange[]] | null {
  const day = dayOf(text.trim().slice(0, 10));
  const ranges = rangesFromText(text.trim().slice(10));
  return day === null || ranges === null || !/^\s/.test(text.trim().slice(10)) ? null : [day, ranges];
}

/**
 * Returns which dates differ from their weekday. The times of a date that is named twice add up; a date that is closed
 * and has times of its own is closed.
 */
export function exceptionDays({ closed, exceptions }: HoursRule): ReadonlyMap<number, readonly DayRange[]> {
  const days = new Map<number, readonly DayRange[]>();
  for (const [day, ranges] of exceptions.map(exceptionOf).filter((entry) => entry !== null)) {
    days.set(day, [...(days.get(day) ?? []), ...ranges]);
  }
  for (const day of closed.map(dayOf).filter((one) => one !== null)) days.set(day, []);
  return days;
}
