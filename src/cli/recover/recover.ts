import { accountWishes } from '../../config/file/account-wishes.ts';
import { startDesk } from '../../client/index.ts';
import type { AccountConfig } from '../../config/egress-config.ts';
import { namespaceId } from '../../workers/health/health-watch.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { CliFailure, misuse } from '../kit/cli-failure.ts';
import { ExitCode, worstOf } from '../kit/exit-code.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { recoverOptions } from '../options/recover-options.ts';
import { fileOptionOf } from '../config/file-context.ts';
import { configsOf } from '../register/account-service.ts';
import { chosenRegister, type RegisterChoice } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { chooseMode, servicePlace } from '../session/mode-choice.ts';
import { inFreshTime, type TemporalSession, withTemporal } from '../session/temporal-session.ts';
import { prepareNamespace } from '../session/workflow-start.ts';
import { foundLines, recoveredDesk, recoveredLines, type RecoveredDesk } from './recover-text.ts';
import { foundOf, knownOf, type Found, type Recovering } from './recovering.ts';
import { notCarried, untilCarried } from './until-carried.ts';

type RecoverOptions = OptionsOf<typeof recoverOptions>;

/**
 * `peerdesk recover`: from an empty Temporal, the service and the register to desks that carry every open order again. What
 * is done already is not done twice, so a run that was cut off is simply repeated.
 */
export const recover: CommandRun = async (call, context) => {
  const options = readOptions(recoverOptions, call);
  const choice = chosenRegister(options, context);
  const fileOption = choice.loaded === null ? {} : { fileOption: fileOptionOf(options.config) };
  const own = { ...context, env: choice.env, ...fileOption };
  const configs = configsOf(choice, context).filter(
    ({ account }) => options.account === undefined || account === options.account,
  );
  return await withRegister(choice.place, (open) =>
    withTemporal(own, options, async (session) => {
      const all: Recovering[] = [];
      const temporal = await ownNamespaceId(session);
      for (const config of configs)
        all.push(await recoveringOf(config, { open, session, temporal }, { choice, options, context: own }));
      return await recoverAll(all, { options, context: own });
    }),
  );
};

interface RecoverCall {
  readonly options: RecoverOptions;
  readonly context: CommandContext;
}

/** What a person agrees to has a name, or nothing is accepted. */
async function ownNamespaceId({ client, address }: TemporalSession): Promise<string> {
  const id = await namespaceId(client);
  if (id !== undefined) return id;
  throw new CliFailure(ExitCode.NOT_RUNNING, `Temporal at ${address} does not say which namespace it serves`);
}

/** Temporal alone knew the mode of a desk that was started without a file. */
async function recoveringOf(
  config: AccountConfig,
  { open, session, temporal }: Pick<Recovering, 'open' | 'session' | 'temporal'>,
  { choice, options, context }: RecoverCall & { readonly choice: RegisterChoice },
): Promise<Recovering> {
  const { account, overrides: settings } = config;
  const ofGroup = (group: string): TemporalSession => ({ ...session, account, group: () => Promise.resolve(group) });
  if (choice.loaded === null) {
    const mode = await chooseMode(options, servicePlace(session, context.env), context);
    const egress = context.env['PEERDESK_EGRESS'] ?? 'default';
    return { open, config, temporal, egress, session: ofGroup(account), desk: { mode, egress, settings } };
  }
  if (options.mode !== undefined) throw misuse(`--mode is for a desk without a file: ${choice.loaded.path} says it`);
  const wish = accountWishes(choice.loaded.file).find((one) => one.account === account);
  if (wish === undefined) throw misuse(`${choice.loaded.path} has no account ${account}`);
  const { desk, mode, egress } = wish;
  return {
    open,
    config,
    temporal,
    egress,
    session: ofGroup(egress),
    desk: desk ? { mode, egress, settings: {} } : null,
  };
}

async function recoverAll(all: readonly Recovering[], { options, context }: RecoverCall): Promise<ExitCode> {
  const sinceMs = performance.now();
  const accounts: Account[] = [];
  for (const one of all) accounts.push({ one, ...(await triedOf(() => foundOf(one, context))) });
  const failed = accounts.flatMap(({ failure }) => (failure === null ? [] : [failure]));
  if (failed.length === accounts.length && failed[0] !== undefined) throw failed[0].error;
  for (const line of accounts.flatMap(linesOf)) note(context, line);
  if (accounts.some(({ answer }) => answer !== null && changesSomething(answer)))
    await requireConsent(context, { agreed: options.yes, what: consentText });
  // Every desk begins before one is waited for: the trouble of an account keeps no other one.
  const begun: Account[] = [];
  for (const account of accounts) begun.push(await begunOf(account, { options, context }));
  const desks: RecoveredDesk[] = [];
  for (const account of begun) desks.push(await endOf(account, { context, sinceMs }));
  const text = () => [...desks.flatMap(recoveredLines), ...endLines].join('\n');
  print(context, { json: options.json, data: { accounts: desks }, text });
  return worstOf(desks.map(exitCodeOf));
}

/** An account, and how far it has come. */
interface Account extends Tried<Found> {
  readonly one: Recovering;
}

interface Tried<T> {
  readonly answer: T | null;
  readonly failure: { readonly error: unknown } | null;
}

async function triedOf<T>(work: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { answer: await work(), failure: null };
  } catch (error) {
    return { answer: null, failure: { error } };
  }
}

const textOf = ({ error }: { readonly error: unknown }): string =>
  error instanceof Error ? error.message : String(error);

function linesOf({ one, answer, failure }: Account): string[] {
  return [
    ...(answer === null ? [] : foundLines(one, answer)),
    ...(failure === null ? [] : [`account ${one.config.account}: ${textOf(failure)}`]),
  ];
}

async function begunOf({ one, answer, failure }: Account, call: RecoverCall): Promise<Account> {
  if (answer === null) return { one, answer, failure };
  const began = await triedOf(() => begin(one, answer, call));
  return { one, answer, failure: began.failure };
}

async function endOf(
  { one, answer, failure }: Account,
  { context, sinceMs }: { readonly context: CommandContext; readonly sinceMs: number },
): Promise<RecoveredDesk> {
  const waited =
    answer === null || failure !== null
      ? { answer: null, failure }
      : await triedOf(() => untilCarried(one, answer, context));
  const carried = waited.answer ?? notCarried(answer, waited.failure === null ? '' : textOf(waited.failure));
  const known = await triedOf(() => knownOf(one));
  return recoveredDesk(one, carried, { known: known.answer, sinceMs });
}

/** What stops money asks for a person all the same. */
function exitCodeOf({ missing, odd, trouble, stopped }: RecoveredDesk): ExitCode {
  if (missing.length + odd.length > 0 || trouble !== null) return ExitCode.TIMEOUT;
  return stopped.length > 0 ? ExitCode.REFUSED : ExitCode.OK;
}

const changesSomething = ({ known, isDeskRunning }: Found): boolean => known.isOtherTemporal || !isDeskRunning;

const consentText =
  'you say that the desk goes on with this Temporal: the database of the one before is lost, or no worker serves these accounts there any more, and you have looked at the open orders in the app';

const endLines = [
  'approvals, payments that were attached and not used, and what was said of our own transfers are gone: look at `peerdesk order list` and at the bank, and say again what you know',
  'ads are not priced before `peerdesk config apply`, or without a file `peerdesk ad start`',
];

/** Money moves from the word on; the orders that the desk takes in by then are held, blocked and stopped as before. */
async function begin(
  { open, session, desk, temporal }: Recovering,
  { known, isDeskRunning }: Found,
  { options, context }: RecoverCall,
): Promise<void> {
  const { account, client } = session;
  const operator = operatorOf(options, context.env);
  // The person has agreed to what was shown, and to no other one that is met meanwhile.
  const word = { account, temporal, by: operator.by, nowMs: Date.now() };
  if (known.isOtherTemporal) await open.register.acceptTemporal(word);
  await inFreshTime(session, () => prepareNamespace(context, session));
  if (isDeskRunning || desk === null) return;
  const started = { ...desk, account, group: await session.group(), release: null, adoptAds: null, operator };
  await inFreshTime(session, () => startDesk(client, started));
}
