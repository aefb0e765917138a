import { AsyncLocalStorage } from 'node:async_hooks';
import { misuse } from '../kit/cli-failure.ts';
import type { Environment } from '../kit/command-context.ts';

const zones = new AsyncLocalStorage<Intl.DateTimeFormat | null>();

/**
 * Runs a command whose texts show moments in the zone of PEERDESK_TIME_ZONE; without it in UTC. Rejects with a failure
 * for a zone that is not in the IANA list.
 */
export async function inTimeZone<T>(env: Environment, run: () => Promise<T>): Promise<T> {
  const name = zoneOf(env);
  return await zones.run(name === null ? null : formatOf(name), run);
}

/** Returns the zone of PEERDESK_TIME_ZONE; null: none is named, and moments are in UTC. */
export function zoneOf(env: Environment): string | null {
  return env['PEERDESK_TIME_ZONE'] || null;
}

/** Returns the variable that names the same zone in another environment; without a zone none. */
export function zoneVariable(env: Environment): Readonly<Record<string, string>> {
  const zone = zoneOf(env);
  return zone === null ? {} : { PEERDESK_TIME_ZONE: zone };
}

function formatOf(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    });
  } catch {
    throw misuse(
      `PEERDESK_TIME_ZONE ${JSON.stringify(name)} is no time zone: use a name of the IANA list, such as America/La_Paz`,
    );
  }
}

/** Returns a moment for people: "2026-11-21T04:00:00-04:00" in the zone of the command, else "2026-11-21T08:00:00Z". */
export function timeText(atMs: number): string {
  const zone = zones.getStore() ?? null;
  return zone === null ? new Date(atMs).toISOString().replace(/\.\d{3}Z$/, 'Z') : localText(zone, atMs);
}

function localText(zone: Intl.DateTimeFormat, atMs: number): string {
  const parts = Object.fromEntries(zone.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second, timeZoneName = '' } = parts;
  const offset = timeZoneName.replace('GMT', '') || '+00:00';
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}
