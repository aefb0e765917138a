import type { Client } from '@temporalio/client';
import { commandTimeoutMs, inTime } from './command-answer.ts';
import { temporalTrouble } from '../connection/temporal-trouble.ts';
import { searchAttributeKeys } from '../../workflows/contract/search-attributes.ts';

type AttributeKey = (typeof searchAttributeKeys)[number];

/** Codes of the server's IndexedValueType. */
const indexedTypes = { KEYWORD: 2, BOOL: 5, DATETIME: 6 } as const;

/** What a namespace lacks, and why it cannot have it. */
interface AttributeGap {
  readonly missing: readonly AttributeKey[];
  /** What the server said; null: it was not asked to register them. */
  readonly reason: string | null;
  /** The attributes of others, of the types that are missing: where there is no room, these take it. */
  readonly others: readonly string[];
  /** Whether they leave no room: the server said so, or keeps its lists in SQL, which has a column for each. */
  readonly isFull: boolean;
}

/** A namespace without these attributes: every task of a workflow that writes one fails. */
export class MissingSearchAttributes extends Error {
  override readonly name = 'MissingSearchAttributes';
  readonly gap: AttributeGap;

  constructor(namespace: string, gap: AttributeGap) {
    super(`${gapText(namespace, gap)}: ${gapRemedy(namespace, gap)}`);
    this.gap = gap;
  }
}

/**
 * Registers Peerdesk's search attributes in the client's namespace; existing ones are left alone, and one that is refused
 * keeps no other from being registered. Without them a workflow that writes one fails its tasks forever. Rejects with
 * MissingSearchAttributes where some are missing afterwards, and when the server does not answer.
 *
 * @example
 * const added = await registerSearchAttributes(client);
 * console.log(added.length === 0 ? 'the namespace had all of them' : `registered ${added.join(', ')}`);
 */
export function registerSearchAttributes(client: Client): Promise<string[]> {
  const call = { client, workflowId: 'the namespace', timeoutMs: commandTimeoutMs };
  return inTime(call, 'read', () => registerMissing(client));
}

async function registerMissing(client: Client): Promise<string[]> {
  const { missing } = await attributeGap(client);
  if (missing.length === 0) return [];
  const added = await add(client, missing).catch(() => eachAlone(client, missing));
  const gap = await attributeGap(client);
  if (gap.missing.length > 0) {
    const isFull = gap.isFull || /cannot have more than/.test(added ?? '');
    throw new MissingSearchAttributes(client.options.namespace, { ...gap, reason: added, isFull });
  }
  return missing.map((key) => key.name);
}

/** Returns null: the server took them. Rejects when it refuses them. */
async function add(client: Client, keys: readonly AttributeKey[]): Promise<null> {
  const searchAttributes = Object.fromEntries(keys.map((key) => [key.name, indexedTypes[key.type]]));
  await operatorOf(client).addSearchAttributes({ namespace: client.options.namespace, searchAttributes });
  return null;
}

/** Returns why one of them was refused; null: none was. */
async function eachAlone(client: Client, keys: readonly AttributeKey[]): Promise<string | null> {
  let refused: string | null = null;
  for (const key of keys) {
    await add(client, [key]).catch((error: unknown) => {
      refused = error instanceof Error ? (temporalTrouble(error)?.words ?? error.message) : String(error);
    });
  }
  return refused;
}

/** Returns what the client's namespace lacks. Rejects when the server refuses to list it. */
export async function attributeGap(client: Client): Promise<AttributeGap> {
  const { customAttributes } = await operatorOf(client).listSearchAttributes({ namespace: client.options.namespace });
  const known = customAttributes ?? {};
  const missing = searchAttributeKeys.filter((key) => !(key.name in known));
  if (missing.length === 0) return { missing, reason: null, others: [], isFull: false };
  const own = new Set<string>(searchAttributeKeys.map((key) => key.name));
  const othersOf = (type: AttributeKey['type']): string[] =>
    Object.keys(known).filter((name) => !own.has(name) && known[name] === indexedTypes[type]);
  const types = [...new Set(missing.map(({ type }) => type))];
  const isSql = await keepsListsInSql(client);
  const isFull = isSql && types.some((type) => othersOf(type).length + ownCount(type) > sqlColumns[type]);
  return { missing, reason: null, others: types.flatMap(othersOf).toSorted(), isFull };
}

/** The columns that the server's SQL schema has for the attributes of one type. */
const sqlColumns = { KEYWORD: 10, BOOL: 3, DATETIME: 3 } as const;
const ownCount = (wanted: AttributeKey['type']): number =>
  searchAttributeKeys.filter(({ type }) => type === wanted).length;

/** False where the server does not say. */
async function keepsListsInSql({ workflowService }: Client): Promise<boolean> {
  const info = await workflowService.getClusterInfo({}).catch(() => null);
  return /sql|postgres/i.test(info?.visibilityStore ?? '');
}

/** Returns what is missing, and why. */
export function gapText(namespace: string, gap: AttributeGap): string {
  const { missing, reason, others } = gap;
  const names = missing.map((key) => key.name).join(', ');
  const what =
    missing.length === 1 ? `the search attribute ${names} is missing` : `the search attributes ${names} are missing`;
  const text = `${what}: workflows that write ${missing.length === 1 ? 'it' : 'them'} stand still`;
  if (gap.isFull) return `${text}; the namespace ${namespace} has no room: ${others.join(', ')} of others take it`;
  return reason === null ? text : `${text}; the server says: ${reason}`;
}

/** Returns what puts it right. */
export function gapRemedy(namespace: string, gap: AttributeGap): string {
  if (gap.isFull) {
    return `give Peerdesk a namespace of its own (TEMPORAL_NAMESPACE), or free that room: peerdesk temporal operator search-attribute remove -n ${namespace} --name NAME`;
  }
  const typeNames = { KEYWORD: 'Keyword', BOOL: 'Bool', DATETIME: 'Datetime' } as const;
  const options = gap.missing.map((key) => `--name ${key.name} --type ${typeNames[key.type]}`).join(' ');
  return `peerdesk temporal operator search-attribute create -n ${namespace} ${options}`;
}

interface OperatorService {
  listSearchAttributes(request: { namespace: string }): Promise<{ customAttributes?: Record<string, unknown> | null }>;
  addSearchAttributes(request: { namespace: string; searchAttributes: Record<string, number> }): Promise<unknown>;
}

function operatorOf(client: Client): OperatorService {
  return (client.connection as { operatorService: OperatorService }).operatorService;
}
