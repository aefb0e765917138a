import { issueText } from '../../domain/issue-text.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import { writtenSettingsSchema } from '../../domain/written-settings.ts';
import { askWhether, nearestName } from '../nearest-name.ts';
import { ConfigurationError, type Environment } from './service-environment.ts';

const prefix = 'PEERDESK_SETTING_';

/** Returns the variable of a setting: PEERDESK_SETTING_MARKET_INTERVAL_MS for marketIntervalMs. */
export function settingVariable(key: string): string {
  return `${prefix}${key.replaceAll(/[A-Z]|\d+/g, (part) => `_${part}`).toUpperCase()}`;
}

/** A variable that sets something, and how its text is read. */
interface SettingReader {
  variable: string;
  key: string;
  /** Throws a RangeError that describes the valid values. */
  read: (text: string) => unknown;
}

/** The three names of interface 7.4 and 8; our own variables win over them. */
const interfaceReaders: readonly SettingReader[] = [
  { variable: 'ERROR_187XXX_RETRY_SLEEP_SEC', key: 'volumeSyncSleepMs', read: readSeconds },
  { variable: 'ENGINE_SERVICE_RANGE_TTL_SEC', key: 'priceRangeTtlMs', read: readSeconds },
  { variable: 'SERVICE_RETRY_SYNC_ON_1000', key: 'retrySyncOn1000', read: (text) => readFlag(text.toLowerCase()) },
];

/** Returns the variables of the interface for the same setting as one of ours. */
export function interfaceVariables(own: string): string[] {
  return interfaceReaders.filter(({ key }) => settingVariable(key) === own).map(({ variable }) => variable);
}

/** Returns the variable that is set of those that say the same: itself, the name of a file, one of the interface; null: none. */
export function setVariable(variable: string, env: Environment): string | null {
  const base = variable.replace(/_FILE$/, '');
  return [base, `${base}_FILE`, ...interfaceVariables(base)].find((name) => (env[name] ?? '') !== '') ?? null;
}

const readers: readonly SettingReader[] = [
  ...interfaceReaders,
  ...Object.entries(defaultSettings).map(([key, value]) => {
    return { variable: settingVariable(key), key, read: readerLike(value) };
  }),
];

const overridesSchema = writtenSettingsSchema.partial();

/**
 * Reads the settings that the environment overrides: `PEERDESK_SETTING_<NAME>` with the setting's name in capitals
 * (such as PEERDESK_SETTING_MARKET_INTERVAL_MS), and the three names of the interface document. An empty variable is
 * not set. Throws ConfigurationError, also for an unknown setting: a misspelt name would have no effect.
 */
export function readSettings(env: Environment): Partial<DeskSettings> {
  refuseUnknownSettings(env);
  const given = readers.filter(({ variable }) => (env[variable] ?? '') !== '');
  const overrides = Object.fromEntries(given.map((reader) => [reader.key, readValue(reader, env)]));
  const parsed = overridesSchema.safeParse(overrides);
  if (parsed.success) return onlyGiven(parsed.data, overrides);
  const [issue] = parsed.error.issues;
  const wrong = given.findLast(({ key }) => key === issue?.path[0]);
  throw unusable(env, wrong?.variable ?? '', issue === undefined ? 'wrong value' : issueText(issue));
}

function refuseUnknownSettings(env: Environment): void {
  const known = readers.map(({ variable }) => variable);
  const unknown = Object.keys(env).find((name) => name.startsWith(prefix) && !known.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, known);
  throw new ConfigurationError(
    `there is no setting ${unknown}${askWhether(nearest)} docs/reference/settings.md lists them all`,
  );
}

function readValue({ variable, read }: SettingReader, env: Environment): unknown {
  try {
    return read((env[variable] ?? '').trim());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw unusable(env, variable, error.message);
  }
}

const maxShown = 80;

function unusable(env: Environment, variable: string, reason: string): ConfigurationError {
  return new ConfigurationError(`${variable} is ${(env[variable] ?? '').slice(0, maxShown)}: ${reason}`);
}

function readNumber(text: string): number {
  const value = Number(text);
  if (text !== '' && Number.isFinite(value)) return value;
  throw new RangeError('it must be a number');
}

function readSeconds(text: string): number {
  return Math.round(readNumber(text) * 1_000);
}

function readFlag(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new RangeError('it must be true or false');
}

function readerLike(value: unknown): (text: string) => unknown {
  if (typeof value === 'number') return readNumber;
  return typeof value === 'boolean' ? readFlag : (text) => text;
}

/** A partial schema may fill in defaults; only values from the environment count as overrides. */
function onlyGiven(data: object, given: Record<string, unknown>): Partial<DeskSettings> {
  return Object.fromEntries(Object.entries(data).filter(([key]) => key in given));
}
