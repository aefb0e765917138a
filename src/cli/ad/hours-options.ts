import { z } from 'zod';
import { hoursRuleSchema, unknownZone, type HoursRule } from '../../domain/hours/hours-rule.ts';
import { zoneClock } from '../../domain/hours/time-zone.ts';
import { misuse } from '../kit/cli-failure.ts';
import { priceValue, switchable, textValue } from '../kit/option-values.ts';

/** The options that name an ad's hours. */
export const hoursShape = {
  hours: switchable(textValue).optional(),
  timezone: textValue.optional(),
  closed: z.array(textValue).optional(),
  hoursException: z.array(textValue).optional(),
  restingPrice: switchable(priceValue).optional(),
};

const hoursOptionsSchema = z.object(hoursShape);
type HoursOptions = z.output<typeof hoursOptionsSchema>;

const flags: Record<keyof HoursRule, string> = {
  open: '--hours',
  timezone: '--timezone',
  closed: '--closed',
  exceptions: '--hours-exception',
  restingPrice: '--resting-price',
};

/** Returns the hours that the options make of the present ones, or undefined when they name none. Throws a failure. */
export function hoursFromOptions(options: HoursOptions, present: HoursRule | null): HoursRule | null | undefined {
  const { hours: open, timezone, closed, hoursException: exceptions, restingPrice } = options;
  const others = { timezone, closed: emptied(closed), exceptions: emptied(exceptions), restingPrice };
  const named = Object.entries({ open, ...others }).filter(([, value]) => value !== undefined);
  if (named.length === 0) return undefined;
  if (open === null) {
    if (named.length === 1) return null;
    throw misuse('--hours off leaves no hours: give it alone');
  }
  const whole = { ...present, ...Object.fromEntries(named) };
  if (!('open' in whole)) throw misuse('--hours is needed, such as --hours "Mon-Sat 08:00-22:00"');
  if (!('timezone' in whole)) throw misuse('--timezone is needed with --hours, such as --timezone America/La_Paz');
  return checked(whole);
}

function checked(whole: object): HoursRule {
  const parsed = hoursRuleSchema.safeParse(whole);
  if (parsed.success) {
    if (zoneClock(parsed.data.timezone) === null) throw misuse(`--timezone: ${unknownZone(parsed.data)}`);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const key = issue?.path[0] as keyof HoursRule | undefined;
  throw misuse(`${key === undefined ? '--hours' : flags[key]} ${issue?.message ?? 'is wrong'}`);
}

/** "off" alone empties a list. */
function emptied(values: readonly string[] | undefined): string[] | undefined {
  if (values === undefined) return undefined;
  return values.length === 1 && values[0] === 'off' ? [] : [...values];
}
