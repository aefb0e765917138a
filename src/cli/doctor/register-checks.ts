import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import type { Client } from '@temporalio/client';
import { guardControl } from '../../client/index.ts';
import type { AccountConfig } from '../../config/egress-config.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { migrations } from '../../register/schema.ts';
import type { AccountSummary } from '../../register/operations/summary.ts';
import type { UnknownRelease } from '../../register/operations/unknown-releases.ts';
import { RegisterSilent } from '../../register/register.ts';
import { mayBeThere } from '../register/register-places.ts';
import { olderCopyText, openText } from '../register/register-text.ts';
import { openAsItIs, type OpenRegister } from '../register/with-register.ts';
import { healthRemedy, healthText } from '../../words/health-words.ts';
import { otherTemporalText } from '../../words/register-words.ts';
import { signedWords } from './signed-words-check.ts';
import { broken, ok, skipped, warning, type Check, type Finding } from './check.ts';

interface RegisterWorld {
  place: RegisterPlace;
  accounts: readonly Pick<AccountConfig, 'account' | 'approvers' | 'settings'>[];
  /** Connects once. */
  client: () => Promise<Client>;
  now: () => number;
}

/** A step that could have shown for so long has no end that comes by itself. */
const overdueMs = 120_000;
const answerLimitMs = 3_000;

export const registerChecks: readonly Check<RegisterWorld>[] = [
  { id: 'register', look: presence },
  { id: 'journal', needs: 'register', look: whenOpen(journal) },
  {
    id: 'signatures',
    needs: 'register',
    look: whenOpen(({ register }, { accounts }) => signedWords(register, accounts)),
  },
  { id: 'place', needs: 'register', look: writable },
  { id: 'guards', needs: 'register', look: whenOpen(guards) },
  { id: 'releases', needs: 'register', look: whenOpen(releases) },
  { id: 'open steps', needs: 'register', look: whenOpen(openSteps) },
];

async function presence({ place }: RegisterWorld): Promise<Finding> {
  const where = placeText(place);
  if (place.kind === 'sqlite' && !mayBeThere(place)) {
    if (place.isSimulators) return skipped('no register yet: the worker makes that of the simulator by itself');
    return broken(
      `there is no register at ${where}: no money moves`,
      'put its backup back (`peerdesk register restore`), or make the first one: `peerdesk register create`',
    );
  }
  try {
    const open = await openAsItIs(place);
    await open.register.close();
    return identityFinding(open);
  } catch (error) {
    if (!(error instanceof RegisterSilent)) throw error;
    // The worker that leads brings it up to date.
    if (error.fault.code === 'older-schema') return warning(error.message, 'start the worker of this version');
    const problem = { code: 'register-silent', why: error.message } as const;
    return broken(healthText(problem), healthRemedy(problem));
  }
}

function identityFinding({ place, identity: { generation, how } }: OpenRegister): Finding {
  if (how === 'simulator' && !place.isSimulators)
    return broken(
      `${placeText(place)} was made by the worker of a simulator: it is no memory of real money`,
      'move it away, and `peerdesk register create`',
    );
  return ok(`register ${placeText(place)}, generation ${generation}, schema ${migrations.length}`);
}

type Look = (open: OpenRegister, world: RegisterWorld) => Promise<Finding | readonly Finding[]>;

/** One that the simulator’s worker has still to make is not looked into. */
function whenOpen(look: Look): Check<RegisterWorld>['look'] {
  return async (world) => {
    const open = mayBeThere(world.place) ? await openAsItIs(world.place).catch(() => null) : null;
    if (open === null) return skipped('not looked at: there is no register to look into');
    try {
      return await look(open, world);
    } finally {
      await open.register.close();
    }
  };
}

async function journal({ register }: OpenRegister): Promise<Finding> {
  const entry = await register.brokenJournalEntry();
  if (entry === null) return ok('the chain of its journal is whole');
  return broken(
    `its journal is broken at entry ${entry}: it was changed by hand, or is damaged`,
    'docs/runbook.md: "the register is lost"',
  );
}

function writable({ place }: RegisterWorld): Finding {
  if (place.kind === 'postgres' || !mayBeThere(place)) return skipped('not looked at: its folder');
  try {
    accessSync(place.file, constants.R_OK | constants.W_OK);
    accessSync(dirname(place.file), constants.W_OK | constants.X_OK);
    return ok('its file and folder can be written');
  } catch {
    return broken(
      `${place.file} or its folder cannot be written by this user`,
      'run the worker and its commands as one user',
    );
  }
}

/** A guard that knows another register belongs to a worker that uses another one. */
async function guards({ identity }: OpenRegister, { accounts, client }: RegisterWorld): Promise<readonly Finding[]> {
  return Promise.all(
    accounts.map(async ({ account }) => {
      const generation = await generationOf(account, client);
      if (generation === undefined)
        return skipped(`the guard of ${account} does not answer: its register is not known`);
      if (generation === null || generation === identity.generation)
        return ok(`the guard of ${account} permits this register`);
      const text = `the guard of ${account} permits another register (generation ${generation})`;
      return warning(text, 'a worker elsewhere has one of its own, or none has started since this one was put back');
    }),
  );
}

/** Returns undefined where the guard does not say. */
async function generationOf(account: string, client: RegisterWorld['client']): Promise<string | null | undefined> {
  try {
    const connected = await client();
    const ask = () => guardControl(connected, account).state();
    return (await connected.withDeadline(Date.now() + answerLimitMs, ask)).generation;
  } catch {
    // Without a worker no guard answers; what is wrong with the server has its own check.
    return undefined;
  }
}

async function releases(open: OpenRegister, world: RegisterWorld): Promise<readonly Finding[]> {
  const found = (await summaries(open, world)).flatMap((summary) => [
    ...olderCopy(summary),
    ...otherTemporal(summary),
    ...unknownTo(summary),
  ]);
  return found.length === 0 ? [ok('it knows every release that the service has shown')] : found;
}

function unknownTo({ account, unexplained }: AccountSummary): Finding[] {
  if (unexplained.length === 0) return [];
  return [
    warning(
      `the service shows releases of ${account} that are not its own: ${numbersOf(unexplained)}${unexplained.some(({ stops }) => stops) ? '; no money moves' : ''}`,
      `\`peerdesk register explain ${account}\`, once each was looked at in the app`,
    ),
  ];
}

function olderCopy(summary: AccountSummary): Finding[] {
  const text = olderCopyText(summary);
  return text === null ? [] : [warning(text, 'another machine has a newer one, or a backup does: which is it?')];
}

function otherTemporal({ account, isOtherTemporal }: AccountSummary): Finding[] {
  if (!isOtherTemporal) return [];
  return [warning(otherTemporalText(account), 'put the database of the server back where there is a backup of it')];
}

const numbersOf = (unknown: readonly UnknownRelease[]): string =>
  unknown.map(({ orderNumber }) => orderNumber).join(', ');

async function openSteps(open: OpenRegister, world: RegisterWorld): Promise<readonly Finding[]> {
  const rows = (await summaries(open, world)).flatMap((summary) => summary.open);
  const overdue = rows.filter(({ untilMs }) => untilMs !== null && world.now() > untilMs + overdueMs);
  if (overdue.length === 0) return [ok('no step that may have left is without an end')];
  return overdue.map((row) =>
    warning(
      `may have left, and no read has ended it: ${openText(row)}`,
      'look at it in the app; a worker that runs reads it again',
    ),
  );
}

async function summaries({ register }: OpenRegister, { accounts, now }: RegisterWorld): Promise<AccountSummary[]> {
  const { accounts: all } = await register.summary({ nowMs: now() });
  return all.filter(({ account }) => accounts.some((one) => one.account === account));
}
