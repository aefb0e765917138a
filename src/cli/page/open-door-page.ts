import { AsyncResource } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { ConfigurationError } from '../../config/environment/service-environment.ts';
import { accountNamed } from '../../config/file/file-variables.ts';
import { fileAccounts } from '../../config/file/file-accounts.ts';
import { loadPlace, type LoadedFile } from '../../config/file/load-file.ts';
import { readPagePeople } from '../../config/page-people.ts';
import { listenOf } from '../../config/file/page/page-section.ts';
import { openPage } from '../../door/page/page-server.ts';
import type { PagePeople, PagePush } from '../../door/page/page-desk.ts';
import { inAccount } from '../config/file-context.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { timeText, zoneOf } from '../text/time-zone.ts';
import { deskPage } from './desk-page.ts';
import { pagePush } from './page-push.ts';
import { enrolmentNotes } from './enrolment-notes.ts';

/** A key that is taken out of the configuration gets notices no longer than this. */
const confirmEveryMs = 60_000;

interface DoorPage {
  /** At which browsers open it. */
  readonly origin: string;
  /** Where it listens. */
  readonly endpoint: string;
  readonly close: () => Promise<void>;
}

interface Opening {
  readonly loaded: LoadedFile;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** Opens the page of a file; null: the file has none. Rejects where its people cannot be read, or its address is taken. */
export async function openDoorPage(context: CommandContext, { loaded, logger }: Opening): Promise<DoorPage | null> {
  const section = loaded.file.door?.page;
  const [first, ...others] = fileAccounts(loaded.file).map(({ account }) => account);
  if (section === undefined || first === undefined) return null;
  const { origin } = section;
  warnOfPeople(loaded, context, logger);
  const { host, port } = listenOf(section);
  const push = pagePush(loaded, context);
  const confirming = setInterval(() => confirmDevices(push, loaded, context), confirmEveryMs);
  const page = await openPage(
    { host, port },
    {
      origin,
      // Who is taken out of the file is out with the next request.
      people: () => peopleOf(loadPlace(loaded), context),
      desk: deskPage([first, ...others], (account) => contextOf(account, loaded, context)),
      enrolments: enrolmentNotes(context.env),
      push,
      clock: { now: () => Date.now() },
      random: (bytes) => randomBytes(bytes).toString('hex'),
      timeText: AsyncResource.bind(timeText),
      timeZone: zoneOf(context.env) ?? 'UTC',
      logger,
    },
  );
  const name = host.includes(':') ? `[${host}]` : host;
  const close = async (): Promise<void> => {
    clearInterval(confirming);
    await page.close();
  };
  return { origin, endpoint: `http://${name}:${page.port}`, close };
}

/** While the file is being edited no device is taken off the list. */
function confirmDevices(push: PagePush | null, loaded: LoadedFile, context: CommandContext): void {
  try {
    push?.confirm(peopleOf(loadPlace(loaded), context));
  } catch {
    return;
  }
}

/** They are read at each request: a file of keys that is not there yet ends no door. */
function warnOfPeople(loaded: LoadedFile, context: CommandContext, logger: Opening['logger']): void {
  try {
    peopleOf(loaded, context);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    logger.warn(
      { event: 'page', error: why },
      'the people of the page cannot be read: no one can sign in until they can',
    );
  }
}

function peopleOf(loaded: LoadedFile, { env }: CommandContext): PagePeople {
  const people = readPagePeople(loaded, env);
  if (people === null) throw new ConfigurationError('the configuration file has no [door.page] any more');
  return people;
}

function contextOf(account: string, loaded: LoadedFile, context: CommandContext): CommandContext {
  const found = accountNamed(loaded.file, account);
  if (found === null) throw new ConfigurationError(`the configuration file has no account ${account}`);
  return inAccount(loaded, found, { ...context, fileOption: ` --config ${loaded.path}` });
}
