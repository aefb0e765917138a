/** What people did in the register itself, which no history of Temporal has. */
import { placeText } from '../../domain/register/register-place.ts';
import type { AuditEntry } from '../../client/index.ts';
import type { KeptEntry } from '../../register/operations/journal.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { withFoundRegister } from '../register/found-register.ts';
import { mayBeThere, registerPlaces } from '../register/register-places.ts';
import { withRegister } from '../register/with-register.ts';
import type { TemporalSession } from '../session/temporal-session.ts';

/** An act of an audit: of a history, or of the register, which no workflow has. */
export type ShownAct = Omit<AuditEntry, 'workflowId' | 'kind' | 'via'> & {
  workflowId: string | null;
  kind: AuditEntry['kind'] | 'register';
  via: AuditEntry['via'] | 'register';
};

interface ActsWish {
  /** Null: of every account, and of every register of this machine. */
  readonly account: string | null;
  /** An order, a request or an ad; absent: all. */
  readonly number: string | undefined;
  readonly sinceMs: number;
}

interface FoundActs {
  readonly acts: readonly ShownAct[];
  /** Why acts are not shown, for each register that cannot be read. */
  readonly hidden: readonly string[];
}

/** Returns what the journals of the registers of this machine say that people did. Never rejects for one that cannot be read. */
export async function registerActs(
  context: CommandContext,
  session: TemporalSession,
  wish: ActsWish,
): Promise<FoundActs> {
  const read = wish.account === null ? everyRegister(context, wish) : ownRegister(context, session, wish);
  const found = await read;
  return {
    acts: found.flatMap((one) => ('entries' in one ? one.entries.flatMap((entry) => actsOf(entry, wish)) : [])),
    hidden: found.flatMap((one) => ('why' in one ? [one.why] : [])),
  };
}

type ReadJournal = { readonly entries: readonly KeptEntry[] } | { readonly why: string };

async function ownRegister(
  context: CommandContext,
  session: TemporalSession,
  { sinceMs }: ActsWish,
): Promise<ReadJournal[]> {
  const read = await withFoundRegister(context, session, async ({ keeper, why }) =>
    keeper === null ? { why } : readable(() => keeper.acts(sinceMs)),
  );
  return [read];
}

async function everyRegister(context: CommandContext, { sinceMs }: ActsWish): Promise<ReadJournal[]> {
  const places = registerPlaces(context).filter(mayBeThere);
  if (places.length === 0) return [{ why: 'there is no register on this machine' }];
  const acts = places.map((place) =>
    readable(() => withRegister(place, ({ register }) => register.acts({ sinceMs })), placeText(place)),
  );
  return Promise.all(acts);
}

async function readable(read: () => Promise<readonly KeptEntry[]>, place?: string): Promise<ReadJournal> {
  try {
    return { entries: await read() };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { why: place === undefined || text.includes(place) ? text : `${place}: ${text}` };
  }
}

function actsOf(entry: KeptEntry, { account, number }: ActsWish): ShownAct[] {
  const body = bodyOf(entry);
  const isOurs = account === null || entry.account === account || entry.account === '';
  const isAbout = number === undefined || entry.subject === number || listOf(body['orderNumbers']).includes(number);
  return isOurs && isAbout ? [shownAct(entry, body)] : [];
}

function shownAct({ at_ms: atMs, account, kind, subject }: KeptEntry, body: Body): ShownAct {
  const said = { by: textOf(body['by']), identity: '', detail: detailOf(body), refused: null };
  return { atMs, workflowId: null, kind: 'register', subject, account, what: kind, via: 'register', ...said };
}

type Body = Readonly<Record<string, unknown>>;

/** One that was changed by hand says nothing. */
function bodyOf({ body }: KeptEntry): Body {
  try {
    return fieldsOf(JSON.parse(body));
  } catch {
    return {};
  }
}

const fieldsOf = (value: unknown): Body =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** What is shown of an act: no payment, no signature. */
const shownFields = ['what', 'step', 'generation', 'note'] as const;

function detailOf(body: Body): string {
  const orders = listOf(body['orderNumbers']);
  const texts = [
    ...(orders.length === 0 ? [] : [`orders ${orders.join(' ')}`]),
    ...new Set([...namesIn(body['entries']), ...namesIn(body['added'])]),
    ...shownFields.flatMap((name) => fieldText(name, body[name])),
    ...(body['signed'] === undefined || body['signed'] === null ? [] : ['signed']),
  ];
  return texts.join(', ');
}

function fieldText(name: string, value: unknown): string[] {
  const text = textOf(value);
  return text === null || text === '' ? [] : [`${name} ${text}`];
}

/** Restrictions by name: of rules the kind alone, whose key is a digest. */
function namesIn(value: unknown): string[] {
  return itemsOf(value)
    .map(fieldsOf)
    .map(({ kind, key }) => (kind === 'rules' ? 'rules' : `${textOf(kind) ?? ''} ${textOf(key) ?? ''}`));
}

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const listOf = (value: unknown): string[] => itemsOf(value).flatMap((item) => textOf(item) ?? []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
