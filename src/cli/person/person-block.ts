import { guardControl, type GuardControl, type GuardView } from '../../client/index.ts';
import { block, blockRefusal, unblockRefusal } from '../../domain/guard/block-list.ts';
import { blockEntryOf, blockKey } from '../../domain/orders/counterparty.ts';
import { blockEntry, restrictionsOfGuard, type Restriction } from '../../domain/guard/restriction.ts';
import { speakerOf, type Sign } from '../approver/sign-word.ts';
import { nextApply, type NextApply } from '../apply/next-apply.ts';
import { CliFailure, refusal } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { keptAlone, type Away, unlessAway } from '../register/alone.ts';
import { restrictHere, type FoundRegister, withFoundRegister, writtenHere } from '../register/found-register.ts';
import { keepingCode, keepingOf, keepingText, stillHeldText } from '../register/keeping.ts';
import { loosen, type Settle } from '../register/loosening.ts';
import { isServed, type TemporalSession, withTemporal, workerMissing } from '../session/temporal-session.ts';
import type { Operator } from '../../workflows/contract/definitions.ts';
import { targetName } from '../desk/desk-text.ts';
import { nicknameWarning, refusalText } from '../../words/refusal-words.ts';
import { readOptions } from '../kit/option-values.ts';
import { typedPerson, unseenText } from './person-text.ts';
import { personAllowOptions, personBlockOptions } from '../options/person-options.ts';

interface BlockCall {
  context: CommandContext;
  session: TemporalSession;
  json: boolean;
  counterparty: string;
  operator: Operator;
  /** Null: this machine has no key of the person. */
  sign: Sign | null;
}

/** Where Temporal is away only the account is known. */
interface ListCall extends Omit<BlockCall, 'session'> {
  session: Pick<TemporalSession, 'account'>;
}

/** `peerdesk person block`: never release to this counterparty; the register first, then the guard. */
export const personBlock: CommandRun = async (call, context) => {
  const options = readOptions(personBlockOptions, call);
  const counterparty = typedPerson(call);
  const operator = operatorOf(options, context.env);
  const blocking = { context, json: options.json, counterparty, operator, sign: null };
  return await unlessAway(context, options, {
    here: (session) => withFoundRegister(context, session, (found) => addToList({ ...blocking, session }, found)),
    alone: (away) => addAlone({ ...blocking, session: away }, away),
  });
};
/** `peerdesk person allow`: removes a counterparty from the block list. */
export const personAllow: CommandRun = async (call, context) => {
  const options = readOptions(personAllowOptions, call);
  const counterparty = typedPerson(call);
  const { json } = options;
  const speaker = speakerOf(options, context);
  return await withTemporal(context, options, (session) =>
    withFoundRegister(context, session, (found) =>
      takeOffList({ context, session, json, counterparty, ...speaker }, found),
    ),
  );
};

async function addToList(call: BlockCall, before: FoundRegister): Promise<ExitCode> {
  const { session, counterparty, operator } = call;
  const found = await blockHere(call, before);
  const guard = await guardOf(session);
  const view = (await isServed(session)) ? await guard.block(counterparty, operator) : null;
  if (view === null) await guard.sendBlock(counterparty, operator);
  const keeping = await keepingOf({ found, session, view, steps: ['release'] });
  warn(call);
  const { isKept: kept, mayHaveLeft } = keeping;
  const heard =
    view === null ? 'blocked: the guard hears of it once a worker runs' : `blocked, ${listText(view.onBlockList)}`;
  const onBlockList = view?.onBlockList ?? null;
  const data = { account: session.account, onBlockList, kept, atTemporal: true, mayHaveLeft };
  printList(call, { data, heard, end: keepingText(keeping), next: await nextOf(call, true) });
  return keepingCode(keeping);
}

/** A nickname can be changed, and so on. */
function warn({ context, counterparty }: ListCall): void {
  const read = blockEntryOf(counterparty);
  if (read.target !== null && read.isNickname) note(context, `warning: ${nicknameWarning}`);
}

/** The worker compares with the register, too. */
async function addAlone(call: ListCall, away: Away): Promise<ExitCode> {
  const { context } = call;
  const { account } = away;
  const write = (found: FoundRegister) => blockHere(call, found);
  const keeping = await keptAlone(context, away, { write, steps: ['release'], unaware: 'the guard' });
  warn(call);
  const data = { account, onBlockList: null, kept: true, atTemporal: false, mayHaveLeft: keeping.mayHaveLeft };
  printList(call, { data, heard: 'blocked', end: keepingText(keeping), next: await nextOf(call, true) });
  return keepingCode(keeping);
}

/** The account's own number would hold every order; one that stands in no order may be mistyped. */
async function blockHere(call: ListCall, before: FoundRegister): Promise<FoundRegister> {
  const { context, counterparty, operator } = call;
  const entry = restrictionOf(call);
  const { target } = blockEntryOf(counterparty);
  const found = await writtenHere(before, async (keeper) => {
    if (target?.kind !== 'number') return;
    const { isOwn, isSeen } = await keeper.sightOf(target.number);
    if (isOwn)
      throw refusal(`${target.number} is the account's own number: every order would be held; ${nothingBlocked}`);
    if (!isSeen) note(context, `warning: ${unseenText(target.number)}`);
  });
  return await restrictHere(found, [entry], operator.by);
}

const nothingBlocked = 'nothing is blocked, `peerdesk order show` names the other one';

/** Throws a refusal for what names no one. */
function restrictionOf({ counterparty, operator }: ListCall): Restriction {
  const word = { counterparty, ...operator, atMs: Date.now() };
  const refused = blockRefusal([], word);
  const [entry] = block([], word);
  if (refused !== null || entry === undefined) throw refusal(refused === null ? '' : refusalText(refused));
  return blockEntry(entry);
}

async function takeOffList(call: BlockCall, found: FoundRegister): Promise<ExitCode> {
  const { session, counterparty, operator } = call;
  if (!(await isServed(session))) throw workerMissing(session);
  const guard = await guardOf(session);
  const before = await guard.state();
  const isListed = unblockRefusal(before.blocked, counterparty) === null;
  const isHere = await hasBlock(found, counterparty);
  if (!isListed && !isHere) throw notListed(before, counterparty);
  const settle = await liftBlock(found, call, before);
  const { length } = before.blocked;
  const onBlockList = isListed ? (await guard.unblock(counterparty, operator)).onBlockList : length;
  await settle();
  const isKept = found.keeper !== null;
  const data = { account: before.account, onBlockList, kept: isKept };
  printList(call, {
    data,
    heard: `unblocked, ${listText(onBlockList)}`,
    end: isKept ? '' : `; ${stillHeldText(found, 'person allow')}`,
    next: await nextOf(call, false),
  });
  return isKept ? ExitCode.OK : ExitCode.NOT_KEPT;
}

async function hasBlock({ keeper }: FoundRegister, counterparty: string): Promise<boolean> {
  const gone = blockNames(counterparty);
  const entries = (await keeper?.restrictions())?.entries ?? [];
  return entries.some(({ kind, key }) => kind === 'block' && gone.some((name) => name.key === key));
}

function blockNames(counterparty: string): Pick<Restriction, 'kind' | 'key'>[] {
  const { target } = blockEntryOf(counterparty);
  return target === null ? [] : [{ kind: 'block', key: blockKey(target) }];
}

/** Throws a refusal where it has changed meanwhile. */
function liftBlock(
  found: FoundRegister,
  { counterparty, operator, sign }: BlockCall,
  guard: GuardView,
): Promise<Settle> {
  const stays = (why: string) => refusal(`${counterparty} stays blocked: ${why}`);
  return loosen(found, {
    gone: blockNames(counterparty),
    revision: null,
    atGuard: restrictionsOfGuard(guard),
    by: operator.by,
    sign,
    stays,
  });
}

/** A mistyped counterparty must not look unblocked. */
function notListed({ account, blocked }: GuardView, counterparty: string): CliFailure {
  const refused = unblockRefusal(blocked, counterparty);
  const why = refused === null ? '' : refusalText(refused);
  return new CliFailure(ExitCode.NOT_FOUND, `account ${account}: ${why}`);
}

async function guardOf(session: TemporalSession): Promise<GuardControl> {
  const { client, account, timeoutMs } = session;
  return guardControl(client, account, { group: await session.group() }).within(timeoutMs);
}

const nextOf = ({ context, session, counterparty }: ListCall, isBlocked: boolean): Promise<NextApply> =>
  nextApply(context, session, { kind: 'block', counterparty, isBlocked });

const listText = (onBlockList: number): string => `${onBlockList} on the block list`;

function printList(
  { context, session, json, counterparty }: ListCall,
  { data, heard, end, next }: { data: object; heard: string; end: string; next: NextApply },
): void {
  const { target } = blockEntryOf(counterparty);
  const name = target === null ? counterparty : targetName(target);
  const text = () => `account ${session.account}: ${name} ${heard}${end}${next.end}`;
  print(context, { json, data: { ...data, ...next.data }, text });
}
