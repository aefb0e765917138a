import { readFileSync, statSync } from 'node:fs';
import { guardControl, type GuardControl, type GuardView } from '../../client/index.ts';
import { unblockRefusal } from '../../domain/guard/block-list.ts';
import { blockEntry, restrictionsOfGuard } from '../../domain/guard/restriction.ts';
import { blockKey, blockText, type BlockEntry, type BlockTarget } from '../../domain/orders/counterparty.ts';
import { nicknameWarning } from '../../words/refusal-words.ts';
import { nextApply, type NextApply, type Stated } from '../apply/next-apply.ts';
import { speakerOf, type Speaker } from '../approver/sign-word.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { readArgument, readOptions, textValue, type OptionsOf } from '../kit/option-values.ts';
import { personImportOptions } from '../options/person-options.ts';
import type { AccountKeeper } from '../register/account-keeper.ts';
import { keptAlone, unlessAway, type Away } from '../register/alone.ts';
import { withFoundRegister, withLocalRegister, type FoundRegister } from '../register/found-register.ts';
import { keepingCode, keepingOf, keepingText, type Keeping } from '../register/keeping.ts';
import { loosen, type Settle } from '../register/loosening.ts';
import { inFreshTime, isServed, type TemporalSession, workerMissing } from '../session/temporal-session.ts';
import { sayProgress } from '../text/progress.ts';
import { readPeople, type PeopleFile } from './people-file.ts';
import { blockedBy, peoplePlan, type PeoplePlan } from './people-plan.ts';

interface ImportCall extends Speaker {
  readonly context: CommandContext;
  readonly options: OptionsOf<typeof personImportOptions>;
  readonly file: PeopleFile;
}

/** `peerdesk person import`: the people of a file, the register first, then the guard; all of them, or none. */
export const personImport: CommandRun = async (call, context) => {
  const path = readArgument(textValue, call, { index: 0, name: 'the file' });
  const options = readOptions(personImportOptions, call);
  const file = readPeople(textOf(path), path);
  const importing: ImportCall = { context, options, file, ...speakerOf(options, context) };
  return await unlessAway(context, options, {
    here: (session) => withFoundRegister(context, session, (found) => importHere(importing, session, found)),
    alone: (away) => importAlone(importing, away),
  });
};

/** A list of a thousand people has less. */
const mostBytes = 1_048_576;

function textOf(path: string): string {
  try {
    if (statSync(path).size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not written in UTF-8' : String(error);
    throw misuse(`${path} cannot be read: ${why}`);
  }
}

async function importHere(call: ImportCall, session: TemporalSession, found: FoundRegister): Promise<ExitCode> {
  const { context } = call;
  const served = await isServed(session);
  const guard = guardControl(session.client, session.account, { group: await session.group() });
  const carrying: Carrying = { call, session, found, guard: guard.within(session.timeoutMs), served };
  const view = served ? await carrying.guard.state() : null;
  const plan = await planOf(call, keeperOf(found), view?.blocked ?? null);
  if (!isMeant(call, plan)) return printEnd(call, session, { plan });
  if (plan.allowed.length > 0 && !served) throw workerMissing(session);
  const settle = await lift(carrying, plan, view);
  await write(keeperOf(found), plan, call.operator.by);
  await tellGuard(carrying, plan, view);
  await inFreshTime(session, settle);
  const keeping = await keepingOf({ found, session, view: null, steps: ['release'] });
  const next = await inFreshTime(session, () => nextApply(context, session, ...statedIn(plan)));
  return printEnd(call, session, { plan, keeping, next });
}

/** What a worker obeys is in the register; to allow someone takes the guard's answer. */
async function importAlone(call: ImportCall, away: Away): Promise<ExitCode> {
  const { context, operator } = call;
  const plan = await withLocalRegister(context, away.account, (found) => planOf(call, keeperOf(found), null));
  if (!isMeant(call, plan)) return printEnd(call, away, { plan });
  const [allowed] = plan.allowed;
  if (allowed !== undefined)
    throw refusal(`line ${allowed.line} allows ${allowed.typed}, and Temporal does not answer: nothing was written`);
  const writeHere = async (found: FoundRegister): Promise<FoundRegister> => {
    await write(keeperOf(found), plan, operator.by);
    return found;
  };
  const keeping = await keptAlone(context, away, { write: writeHere, steps: ['release'], unaware: 'the guard' });
  return printEnd(call, away, { plan, keeping });
}

/** Notes are nowhere else, and what is not compared with the register could be looser. */
function keeperOf({ keeper, why }: FoundRegister): AccountKeeper {
  if (keeper === null) throw refusal(`${why}: nothing was written; people are taken in on the machine of the register`);
  return keeper;
}

async function planOf(
  { file, operator, context }: ImportCall,
  keeper: AccountKeeper,
  atGuard: readonly BlockEntry[] | null,
): Promise<PeoplePlan> {
  const own = new Set<string>();
  let unseen = 0;
  for (const { target, word } of file.said) {
    if (target.kind === 'nickname' || word === 'allow') continue;
    const { isOwn, isSeen } = await keeper.sightOf(target.number);
    if (isOwn) own.add(target.number);
    if (!isSeen) unseen += 1;
  }
  if (unseen > 0) note(context, `warning: the desk has read no order with ${unseen} of these numbers`);
  if (file.said.some(({ target, word }) => target.kind === 'nickname' && word === 'block'))
    note(context, `warning: ${nicknameWarning}`);
  const { entries } = await keeper.restrictions();
  const remarks = await keeper.remarks();
  return peoplePlan(file, { entries, remarks, atGuard, own, by: operator.by, nowMs: Date.now() });
}

const isMeant = ({ options }: ImportCall, { refused }: PeoplePlan): boolean => !options.dryRun && refused.length === 0;

interface Carrying {
  readonly call: ImportCall;
  readonly session: TemporalSession;
  readonly found: FoundRegister;
  readonly guard: GuardControl;
  readonly served: boolean;
}

/** First: whatever refuses it refuses the whole file. One word is signed for all. */
async function lift(
  { call: { operator, sign }, found }: Carrying,
  { allowed }: PeoplePlan,
  view: GuardView | null,
): Promise<Settle> {
  if (allowed.length === 0 || view === null) return async () => {};
  return await loosen(found, {
    gone: allowed.map(({ target }) => ({ kind: 'block', key: blockKey(target) })),
    revision: null,
    atGuard: restrictionsOfGuard(view),
    by: operator.by,
    sign,
    stays: (why) => refusal(`nothing of the file was taken in: ${why}`),
  });
}

async function write(keeper: AccountKeeper, { blocks, notes }: PeoplePlan, by: string): Promise<void> {
  if (blocks.length > 0) await keeper.restrict(blocks.map(blockEntry), by);
  for (const one of notes) await keeper.remark(one);
}

/** The guard refuses to take off its list who is not there. */
async function tellGuard(
  { call, session, guard, served }: Carrying,
  { allowed, untold }: PeoplePlan,
  view: GuardView | null,
): Promise<void> {
  const listed = allowed.filter(({ typed }) => unblockRefusal(view?.blocked ?? [], typed) === null);
  const total = listed.length + untold.length;
  if (total === 0) return;
  const { by } = call.operator;
  let done = 0;
  const end = sayProgress(call.context, () => `${done} of ${total} people are said at the guard`);
  const tell = async (said: () => Promise<unknown>): Promise<void> => {
    await inFreshTime(session, said);
    done += 1;
  };
  try {
    for (const { typed } of listed) await tell(() => guard.unblock(typed, { by }));
    for (const entry of untold) {
      const word = { by: entry.by, ...(entry.note === null ? {} : { note: entry.note }) };
      await tell(() => (served ? guard.block(blockText(entry), word) : guard.sendBlock(blockText(entry), word)));
    }
  } finally {
    end();
  }
}

function statedIn(plan: PeoplePlan): Stated[] {
  const stated =
    (isBlocked: boolean) =>
    (target: BlockTarget): Stated => ({
      kind: 'block',
      counterparty: blockText(target),
      isBlocked,
    });
  return [
    ...plan.allowed.map(({ target }) => target).map(stated(false)),
    ...[...blockedBy(plan).values()].map(stated(true)),
  ];
}

interface ImportEnd {
  readonly plan: PeoplePlan;
  readonly keeping?: Keeping;
  readonly next?: NextApply;
}

/** Reasons that are shown; of a file in another form each line has one. */
const mostReasons = 20;

function printEnd(
  { context, options, file }: ImportCall,
  { account }: { readonly account: string },
  { plan, keeping, next }: ImportEnd,
): ExitCode {
  const { allowed, notes, known, refused } = plan;
  const blocked = blockedBy(plan).size;
  const counts = {
    read: file.said.length + file.refused.length,
    blocked,
    allowed: allowed.length,
    noted: notes.length,
  };
  const isWritten = keeping !== undefined;
  const text = (): string => {
    const would = isWritten ? '' : ' would be';
    const line = `account ${account}: ${counts.read} lines: ${blocked}${would} blocked, ${counts.allowed}${would} allowed, ${counts.noted}${would} noted, ${known} known, ${refused.length} refused`;
    const reasons = refused.slice(0, mostReasons).map((one) => `  line ${one.line}: ${one.why}`);
    // Each of them may be released to again: a count would hide who.
    const loosened = allowed.map(({ line: number, typed }) => `  line ${number} allows ${typed}`);
    const more = refused.length > mostReasons ? [`  and ${refused.length - mostReasons} more`] : [];
    const why = refused.length > 0 ? 'correct these lines' : 'a dry run';
    const nothing = isWritten ? [] : [`NOTHING WAS WRITTEN: ${why}`];
    return [
      `${line}${keeping === undefined ? '' : keepingText(keeping)}${next?.end ?? ''}`,
      ...loosened,
      ...reasons,
      ...more,
      ...nothing,
    ].join('\n');
  };
  const data = {
    account,
    ...counts,
    known,
    allowedPeople: allowed.map(({ typed }) => typed),
    refused,
    isWritten,
    mayHaveLeft: keeping?.mayHaveLeft ?? [],
    ...next?.data,
  };
  print(context, { json: options.json, data, text });
  if (refused.length > 0) return ExitCode.REFUSED;
  return keeping === undefined ? ExitCode.OK : keepingCode(keeping);
}
