import { WorkflowNotFoundError } from '@temporalio/client';
import { deskControl, egressControl, endOf, guardControl, type DeskView } from '../../client/index.ts';
import { registerProblems, type HealthProblem } from '../../domain/health/health.ts';
import { RegisterSilent } from '../../register/register.ts';
import { otherTemporalText } from '../../words/register-words.ts';
import { healthText } from '../../words/health-words.ts';
import { groupHealth, type GroupHealth } from '../health/group-health.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import type { ListPicture } from '../list/list-kind.ts';
import { untilStopped } from '../list/list-output.ts';
import { watchList } from '../list/watch-list.ts';
import { nowAndThen } from '../list/now-and-then.ts';
import { noteWebUi } from '../list/web-ui-link.ts';
import { ask, type TemporalSession, withTemporal } from '../session/temporal-session.ts';
import { deskChangeText } from './desk-change-text.ts';
import { withFoundRegister } from '../register/found-register.ts';
import { deskText, type DeskFacts } from './desk-text.ts';
import type { ShownRegister } from './register-fields.ts';
import { adViews } from './kept-ads.ts';
import { stockRows, type KeptAds } from './kept-ads-text.ts';
import { paymentRows } from './payment-rows.ts';
import { readOptions } from '../kit/option-values.ts';
import { deskShowOptions } from '../options/desk-options.ts';

const besideLimitMs = 3_000;
const healthLimitMs = 10_000;
const everyMs = 2_000;
/** As many as a list of ads shows. */
const maxAds = 200;
/** Each look opens it. */
const registerEveryMs = 15_000;
/** Each ad is asked for itself, and reads its stock and its caps no more often than this. */
const adsEveryMs = 30_000;

type DeskRow = DeskView & DeskFacts;

/** `peerdesk desk show`: the state of an account's desk, its switches, and its outgoing address; with --watch live. */
export const deskShow: CommandRun = async (call, context) => {
  const options = readOptions(deskShowOptions, call);
  const { json, watch } = options;
  await withTemporal(context, options, async (session) => {
    const beside = {
      ads: nowAndThen(() => keptAds(session), adsEveryMs),
      register: nowAndThen(() => shownRegister(context, session), registerEveryMs),
    };
    const look = (): Promise<ListPicture<DeskRow>> => pictureOf(context, session, beside);
    const kind = { idOf: ({ account }: DeskRow) => account, lineOf: (row: DeskRow) => deskChangeText(row, row) };
    if (watch)
      return await untilStopped((signal) =>
        watchList({ context, session, json, path: call.path, kind, look, everyMs, signal }),
      );
    const { rows, notes, text } = await look();
    print(context, { json, data: rows[0], text });
    for (const line of notes) note(context, line);
    if (!json) noteWebUi(context, session, `PeerdeskAccount = '${session.account}' AND ExecutionStatus = 'Running'`);
  });
  return undefined;
};

/** What is read less often than the desk itself. */
interface Readers {
  ads: () => Promise<KeptAds>;
  register: () => Promise<ShownRegister>;
}

async function pictureOf(
  context: CommandContext,
  session: TemporalSession,
  readers: Readers,
): Promise<ListPicture<DeskRow>> {
  const control = deskControl(session.client, session.account).within(session.timeoutMs);
  const view = await ask(session, control.workflowId, () => control.state()).catch(async (error: unknown) => {
    for (const line of await whyUnanswered(context, session)) note(context, line);
    throw error;
  });
  const { around, silent } = await surroundings(context, session, readers);
  const notes = silent.map((what) => `${what} did not answer and is not shown`);
  return { rows: [{ ...view, ...around }], notes, text: () => deskText(view, around) };
}

/** What surrounds the desk, best effort, and what of it did not answer: the desk itself was requested. */
async function surroundings(
  context: CommandContext,
  session: TemporalSession,
  readers: Readers,
): Promise<{ around: DeskFacts; silent: string[] }> {
  const { client, account } = session;
  const silent: string[] = [];
  const desk = deskControl(client, account);
  const beside = <T>(what: string, read: () => Promise<T>): Promise<T | null> =>
    client.withDeadline(Date.now() + besideLimitMs, () => unlessAway(read, () => silent.push(what)));
  const end = await endOf(client, desk.workflowId);
  const [lookedAtMs, guard, egress, health, ads, register] = await Promise.all([
    end === null ? beside('the intake', () => desk.lookedAtMs()) : null,
    beside('the guard', () => guardControl(client, account).state()),
    beside('the egress', () => egressControl(client, context.env['PEERDESK_EGRESS'] ?? 'default').state()),
    healthOf(context, session).catch(() => {
      silent.push('the lead');
      return null;
    }),
    beside('the list of ads', readers.ads),
    beside('the register', readers.register),
  ]);
  const problems = problemsOf(health, register);
  return { around: { end, lookedAtMs, guard, egress, lead: health?.lead ?? null, problems, ads, register }, silent };
}

/** Looks again and again where the lead looks quiet, which takes longer than the rest. */
async function healthOf(context: CommandContext, { client, account, group }: TemporalSession): Promise<GroupHealth> {
  const egress = context.env['PEERDESK_EGRESS'] ?? 'default';
  return client.withDeadline(Date.now() + healthLimitMs, async () =>
    groupHealth({ client, group, egress, accounts: [account] }),
  );
}

/** A desk that does not answer has a reason that its worker cannot say. */
async function whyUnanswered(context: CommandContext, session: TemporalSession): Promise<string[]> {
  const [health, register] = await Promise.all([
    healthOf(context, session).catch(() => null),
    shownRegister(context, session).catch(() => null),
  ]);
  return [
    ...problemsOf(health, register).map(healthText),
    ...(register?.summary?.isOtherTemporal === true ? [otherTemporalText(session.account)] : []),
  ];
}

/** Sums and payments are in the register alone: where it is not here they are left out. */
function shownRegister(context: CommandContext, session: TemporalSession): Promise<ShownRegister> {
  return withFoundRegister(context, session, async ({ keeper, why, isSilent }) => {
    try {
      return { summary: (await keeper?.summary()) ?? null, why, isSilent };
    } catch (error) {
      if (!(error instanceof RegisterSilent)) throw error;
      return { summary: null, why: error.message, isSilent: true };
    }
  });
}

/** What keeps the desk from being served, as its worker judges it. */
function problemsOf(health: GroupHealth | null, register: ShownRegister | null): HealthProblem[] {
  const silence = register?.isSilent === true ? { lastedMs: Number.POSITIVE_INFINITY, why: register.why } : null;
  return [...(health?.problems ?? []), ...registerProblems(silence)];
}

async function keptAds(session: TemporalSession): Promise<KeptAds> {
  const { views } = await adViews(session, { allAccounts: false, limit: maxAds });
  return { payments: paymentRows(views, Date.now()), stock: stockRows(views) };
}

/** An address has no workflow before its first trouble, an account no guard before its first worker. */
async function unlessAway<T>(read: () => Promise<T>, onSilence: () => void): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) onSilence();
    return null;
  }
}
