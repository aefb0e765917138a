/** What a file of people changes: each line compared with what register and guard have. */
import { block, blockRefusal } from '../../domain/guard/block-list.ts';
import { blocksIn, type Restriction } from '../../domain/guard/restriction.ts';
import { blockKey, type BlockEntry } from '../../domain/orders/counterparty.ts';
import type { Remark } from '../../domain/people/remark.ts';
import { refusalText } from '../../words/refusal-words.ts';
import type { PeopleFile, RefusedLine, SaidOfPerson } from './people-file.ts';

/** Who is blocked or remarked of already. */
interface KnownPeople {
  readonly entries: readonly Restriction[];
  readonly remarks: readonly Remark[];
  /** The guard's own list; null: it is not asked. */
  readonly atGuard: readonly BlockEntry[] | null;
  /** The numbers of the file that are the account's own. */
  readonly own: ReadonlySet<string>;
  /** Who imports it, and when. */
  readonly by: string;
  readonly nowMs: number;
}

/** What is to be done for a file. */
export interface PeoplePlan {
  /** For the register. */
  readonly blocks: readonly BlockEntry[];
  readonly notes: readonly Pick<Remark, 'person' | 'text' | 'by'>[];
  /** Those of the file that are on a list now: to be allowed is looser. */
  readonly allowed: readonly SaidOfPerson[];
  /** Blocked ones that the guard does not have yet. */
  readonly untold: readonly BlockEntry[];
  /** Lines that say what holds already. */
  readonly known: number;
  readonly refused: readonly RefusedLine[];
}

/** Returns what a file changes, but for the lines that are refused. */
export function peoplePlan({ said, refused }: PeopleFile, known: KnownPeople): PeoplePlan {
  const blocked = new Map(blocksIn(known.entries).map((entry) => [blockKey(entry), entry]));
  const guarded = new Set((known.atGuard ?? [...blocked.values()]).map(blockKey));
  const isListed = ({ target }: SaidOfPerson): boolean =>
    blocked.has(blockKey(target)) || guarded.has(blockKey(target));
  const allowed = said.filter((line) => line.word === 'allow' && isListed(line));
  const wanted = said.filter(({ word }) => word === 'block').map((line) => ({ line, entry: entryOf(line, known) }));
  const wrong = [...said.flatMap((line) => wrongIn(line, known)), ...tooMany(wanted, known, allowed)];
  const isRight = ({ line }: SaidOfPerson): boolean => wrong.every((one) => one.line !== line);
  const right = wanted.filter(({ line }) => isRight(line));
  const entriesOf = (those: readonly WantedBlock[]): BlockEntry[] => those.map(({ entry }) => entry);
  const plan = {
    blocks: entriesOf(right.filter((one) => !isSame(blocked.get(blockKey(one.entry)), one))),
    untold: entriesOf(right).filter((entry) => !guarded.has(blockKey(entry))),
    notes: notesIn(said, known),
    allowed: allowed.filter(isRight),
  };
  const changed = blockedBy(plan).size + plan.notes.length + plan.allowed.length;
  const all = [...refused, ...wrong].toSorted((one, other) => one.line - other.line);
  return { ...plan, known: said.filter(isRight).length - changed, refused: all };
}

/** Returns whom a plan blocks, in the register or at the guard, by what they are known by. */
export function blockedBy({ blocks, untold }: Pick<PeoplePlan, 'blocks' | 'untold'>): ReadonlyMap<string, BlockEntry> {
  return new Map([...untold, ...blocks].map((entry) => [blockKey(entry), entry]));
}

function notesIn(said: readonly SaidOfPerson[], { remarks, by }: KnownPeople): PeoplePlan['notes'] {
  const before = new Map(remarks.map(({ person, text }) => [person, text]));
  return said
    .filter(({ word, target, text }) => word === 'note' && before.get(blockKey(target)) !== text)
    .map((line) => ({ person: blockKey(line.target), text: line.text, by: line.by || by }));
}

function entryOf({ typed, text, by }: SaidOfPerson, { by: importer, nowMs }: KnownPeople): BlockEntry {
  const [entry] = block([], { counterparty: typed, note: text, by: by || importer, atMs: nowMs });
  if (entry === undefined) throw new Error(`${typed} names no one`);
  return entry;
}

interface WantedBlock {
  readonly line: SaidOfPerson;
  readonly entry: BlockEntry;
}

/** A line that does not say who has said it leaves that as it is. */
function isSame(before: BlockEntry | undefined, { line, entry }: WantedBlock): boolean {
  return before !== undefined && before.note === entry.note && (line.by === '' || before.by === entry.by);
}

function wrongIn({ line, word, target, by }: SaidOfPerson, known: KnownPeople): RefusedLine[] {
  if (word === 'block' && target.kind === 'number' && known.own.has(target.number))
    return [{ line, why: `${target.number} is the account's own number: every order would be held` }];
  if (word === 'allow' && by !== '' && by !== known.by)
    return [{ line, why: `${known.by} imports it: who allows says so by himself, and is not named in a file` }];
  return [];
}

/** The list has its own limit, with what stands on it already. */
function tooMany(
  wanted: readonly WantedBlock[],
  { entries, atGuard }: KnownPeople,
  allowed: readonly SaidOfPerson[],
): RefusedLine[] {
  const gone = new Set(allowed.map(({ target }) => blockKey(target)));
  const all = [...blocksIn(entries), ...(atGuard ?? [])].filter((entry) => !gone.has(blockKey(entry)));
  let list: readonly BlockEntry[] = [...new Map(all.map((entry) => [blockKey(entry), entry])).values()];
  return wanted.flatMap(({ line, entry }) => {
    const word = { counterparty: line.typed, by: entry.by, note: entry.note ?? '', atMs: entry.atMs };
    const refusal = blockRefusal(list, word);
    list = block(list, word);
    return refusal === null ? [] : [{ line: line.line, why: refusalText(refusal) }];
  });
}
