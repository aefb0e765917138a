/** When messages to the merchant make no sound, and when the day is summed up for him: both on one clock. */
import { isTimeOfDay, isWithinHours, type DailyRule } from '../../domain/notices/daily-summary.ts';
import { hoursRuleSchema, timezoneSchema, type HoursRule } from '../../domain/hours/hours-rule.ts';
import { zoneClock } from '../../domain/hours/time-zone.ts';
import { ConfigurationError, type Environment } from './service-environment.ts';

interface NoticeHours {
  readonly quiet: HoursRule | null;
  readonly daily: DailyRule | null;
}

const names = ['PEERDESK_NOTIFY_QUIET', 'PEERDESK_NOTIFY_DAILY', 'PEERDESK_NOTIFY_QUIET_ZONE'] as const;

/** Refuses hours where no message is sent: they would look granted. */
export function refuseIdleHours(env: Environment): void {
  const idle = names.find((name) => (env[name] ?? '') !== '');
  if (idle === undefined) return;
  throw new ConfigurationError(
    `${idle} needs a way to you: PEERDESK_NOTIFY_URL, PEERDESK_NOTIFY_COMMAND, PEERDESK_NOTIFY_TELEGRAM_TOKEN or PEERDESK_NOTIFY_PUSH_KEY`,
  );
}

/** Reads the quiet hours and the hour of the daily summary; throws ConfigurationError. */
export function readNoticeHours(env: Environment): NoticeHours {
  const [open = '', at = '', timezone = ''] = names.map((name) => env[name]);
  const hours = { quiet: readQuiet(open, timezone), daily: readDaily(at, timezone) };
  if (hours.quiet === null && hours.daily === null && timezone !== '')
    throw new ConfigurationError(
      'PEERDESK_NOTIFY_QUIET_ZONE is the clock of PEERDESK_NOTIFY_QUIET or PEERDESK_NOTIFY_DAILY',
    );
  if (hours.daily !== null && isWithinHours(at, open))
    throw new ConfigurationError(
      `PEERDESK_NOTIFY_DAILY is ${at}, within PEERDESK_NOTIFY_QUIET, ${open}: the summary would make no sound; move one of them`,
    );
  return hours;
}

function readQuiet(open: string, timezone: string): HoursRule | null {
  if (open === '') return null;
  const { data } = hoursRuleSchema.safeParse({ open, timezone });
  if (data !== undefined && zoneClock(timezone) !== null) return data;
  throw new ConfigurationError(
    'PEERDESK_NOTIFY_QUIET needs days with times, such as "Mon-Sun 22:00-07:00", and PEERDESK_NOTIFY_QUIET_ZONE a time zone, such as America/La_Paz',
  );
}

function readDaily(at: string, timezone: string): DailyRule | null {
  if (at === '') return null;
  const isZone = timezoneSchema.safeParse(timezone).success && zoneClock(timezone) !== null;
  if (isTimeOfDay(at) && isZone) return { at, timezone };
  throw new ConfigurationError(
    'PEERDESK_NOTIFY_DAILY needs a time, such as 21:00, and PEERDESK_NOTIFY_QUIET_ZONE a time zone, such as America/La_Paz',
  );
}
