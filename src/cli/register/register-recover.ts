import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AccountConfig } from '../../config/egress-config.ts';
import { signersIn } from '../../config/signers.ts';
import { switchEntry } from '../../domain/guard/restriction.ts';
import { createRegister } from '../../register/open-register.ts';
import type { Founding } from '../../register/operations/founding.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { replaceSqliteRegister } from '../../register/sqlite/sqlite-register.ts';
import { refuseDuringBan } from '../session/ban-check.ts';
import { refusal } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { inFreshTime, type TemporalSession, withTemporal } from '../session/temporal-session.ts';
import { configsOf } from './account-service.ts';
import { recoverAccount, type RecoveredAccount } from './recovered-account.ts';
import { chosenRegister } from './register-choice.ts';
import { mayBeThere } from './register-places.ts';
import { asideOf } from './register-restore.ts';
import { openAsItIs, type OpenRegister, withRegister } from './with-register.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { registerRecoverOptions } from '../options/register-options.ts';

const dayMs = 24 * 3_600_000;

type RecoverOptions = OptionsOf<typeof registerRecoverOptions>;

/**
 * `peerdesk register recover`: a new register for one that is lost, with what service and workflows still know. It is in
 * its place only when releases are switched off in it and open orders are held.
 */
export const registerRecover: CommandRun = async (call, context) => {
  const options = readOptions(registerRecoverOptions, call);
  const choice = chosenRegister(options, context);
  const { place, env } = choice;
  const own = { ...context, env };
  await refuseAnswering(place);
  const what =
    'a register without a backup knows no payment of releases whose workflows are gone; releases stay off until you lift that';
  await requireConsent(context, { agreed: options.yes, what });
  await refuseDuringBan(own);
  const configs = configsOf(choice, context);
  const by = operatorOf(options, context.env).by;
  const thrown = { by, reason: 'the register was rebuilt', atMs: Date.now() };
  const restricted = configs.map((config) => ({
    account: config.account,
    entries: [switchEntry('releases', thrown)],
    signers: signersIn(config),
    by,
  }));
  const built = await rebuild(place, { restricted, by }, (open) =>
    withSession(own, options, (session) => fill(open, { configs, session, by, options })),
  );
  const { accounts } = built;
  print(context, { json: options.json, data: built, text: () => recoveredText(built) });
  return accounts.some(({ unread }) => unread.length > 0) ? ExitCode.ERROR : ExitCode.OK;
};

/** One that answers is not lost. */
async function refuseAnswering(place: RegisterPlace): Promise<void> {
  if (!mayBeThere(place)) return;
  const open = await openAsItIs(place).catch(() => null);
  if (open === null) return;
  await open.register.close();
  throw refusal(
    `the register ${placeText(place)} answers: recover is for one that is lost; \`peerdesk register restore\` puts a backup back`,
  );
}

/** The workflows are asked as far as Temporal answers. */
async function withSession<T>(
  context: CommandContext,
  { account, timeout }: RecoverOptions,
  use: (session: TemporalSession | null) => Promise<T>,
): Promise<T> {
  let isConnected = false;
  try {
    return await withTemporal(context, { account, timeout }, (session) => {
      isConnected = true;
      return use(session);
    });
  } catch (error) {
    if (isConnected) throw error;
    note(context, `warning: the workflows are not asked: ${error instanceof Error ? error.message : String(error)}`);
    return await use(null);
  }
}

interface Filling {
  configs: readonly AccountConfig[];
  session: TemporalSession | null;
  by: string;
  options: RecoverOptions;
}

async function fill(
  { register }: OpenRegister,
  { configs, session, by, options }: Filling,
): Promise<RecoveredAccount[]> {
  const sinceMs = Date.now() - options.days * dayMs;
  const recovered: RecoveredAccount[] = [];
  for (const config of configs) {
    const own = session === null ? null : { ...session, account: config.account };
    const wish = { register, config, session: own, sinceMs, by };
    recovered.push(own === null ? await recoverAccount(wish) : await inFreshTime(own, () => recoverAccount(wish)));
  }
  return recovered;
}

interface Rebuilt {
  place: string;
  generation: string;
  /** Where what was left of the former register is; null: nothing was. */
  aside: string | null;
  accounts: RecoveredAccount[];
}

/**
 * Builds the register beside its place: a worker that runs must not find it half filled. In a database it may, and there
 * the restrictions come with the first moment.
 */
async function rebuild(
  place: RegisterPlace,
  { restricted, by }: Required<Pick<Founding, 'restricted' | 'by'>>,
  use: (open: OpenRegister) => Promise<RecoveredAccount[]>,
): Promise<Rebuilt> {
  const generation = randomUUID();
  const how = place.isSimulators ? 'simulator' : 'recovered';
  const founding: Founding = { generation, how, by, nowMs: Date.now(), restricted };
  if (place.kind === 'postgres') {
    await createRegister(place, founding);
    return { place: placeText(place), generation, aside: null, accounts: await withRegister(place, use) };
  }
  const { file } = place;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const scratch = { ...place, file: `${file}.${randomUUID()}` };
  try {
    await createRegister(scratch, founding);
    const accounts = await withRegister(scratch, use);
    const aside = mayBeThere(place) ? asideOf(file) : null;
    await replaceSqliteRegister({ file, by: scratch.file, aside: aside ?? asideOf(file) });
    return { place: file, generation, aside, accounts };
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${scratch.file}${end}`, { force: true });
  }
}

function recoveredText({ place, generation, aside, accounts }: Rebuilt): string {
  return [
    `made a new register ${place}, generation ${generation}`,
    ...(aside === null ? [] : [`what was left of the former one is ${aside}`]),
    ...accounts.flatMap(accountLines),
    'look at each held order and its payment, then `peerdesk order unhold`; at last lift the kill switch of releases with `peerdesk desk open`',
    'a payment that backed a release before is known to no one unless it is named above: compare with the bank by hand',
  ].join('\n');
}

function accountLines({ account, restrictions, booked, withoutPayment, held, unread }: RecoveredAccount): string[] {
  const listed = (numbers: readonly string[]): string => (numbers.length === 0 ? 'none' : numbers.join(', '));
  return [
    `account ${account}: releases are switched off`,
    `  restrictions of its guard: ${restrictions ?? 'not known, the worker copies them when it runs'}`,
    `  releases written down as done: ${listed(booked)}`,
    `  of these without a known payment: ${listed(withoutPayment)}`,
    `  orders held: ${listed(held)}`,
    ...unread.map((text) => `  NOT READ ${text}`),
  ];
}
