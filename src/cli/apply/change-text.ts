import { strategyWords } from '../../words/rule-words.ts';
import type { WantedStatus, Change, PlannedChange } from '../../config/account-plan.ts';
import type { TermDifference } from '../../domain/ads/listed-terms.ts';
import { isTable, snakeName } from '../../config/file/key-names.ts';
import { isSame } from '../../config/same-value.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { releaseText } from '../../domain/orders/release-rules.ts';

/** What a change does, in a word. */
function verbOf({ kind }: Change): 'publish' | 'start' | 'change' | 'stop' {
  if (kind === 'publish-ad') return 'publish';
  if (kind.startsWith('start')) return 'start';
  return kind.startsWith('stop') ? 'stop' : 'change';
}

/** A planned change for a program. */
export const plannedData = (planned: PlannedChange): object => ({
  ...planned,
  does: verbOf(planned.change),
  text: changeLine(planned),
});

/** A planned change in one line; what it loosens is marked. */
export function changeLine({ account, change, isMoney, loosens }: PlannedChange): string {
  const money = isMoney ? ' [money]' : '';
  const looser = loosens.length === 0 ? '' : `; LOOSENS: ${loosens.join('; ')}`;
  return `${verbOf(change)} ${account}: ${whatOf(change)}${money}${looser}`;
}

function whatOf(change: Change): string {
  switch (change.kind) {
    case 'start-desk':
      return `desk, mode ${change.mode}`;
    case 'stop-desk':
      return 'desk; its orders and ads go on';
    case 'desk-mode':
      return `desk, mode ${change.from} becomes ${change.mode}; running orders keep theirs`;
    case 'release-rules':
      return `release rules ${change.from === null ? '' : `(${releaseText(change.from)}) become `}(${releaseText(change.rules)})`;
    case 'block':
      return `${change.counterparty} joins the block list`;
    case 'unblock':
      return `${change.counterparty} leaves the block list`;
    case 'switch':
      return `kill switch ${change.name} ${change.thrown ? 'engaged' : 'lifted'}`;
    case 'publish-ad': {
      const { side, quantity, asset, fiat, minOrder, maxOrder } = change.terms;
      const offer = `${side} ${quantity} ${asset} for ${fiat}, orders of ${minOrder} to ${maxOrder}`;
      const renamed =
        change.left.length === 0
          ? ''
          : `; the file does not name ${change.left.join(', ')} any more: an ad whose table was renamed is kept by its number`;
      return `ad ${change.name}, mode ${change.mode}${offlineText(change.status)}, ${offer}, ${rulesText(change.rules)}${renamed}`;
    }
    case 'start-ad':
      return `ad ${change.adNumber}, mode ${change.mode}${offlineText(change.status)}, ${rulesText(change.rules)}`;
    case 'ad-rules':
      return `ad ${change.adNumber}: ${partText(change.from, change.part)}`;
    case 'ad-terms':
      return `ad ${change.adNumber}: ${change.differences.map(differenceText).join(', ')}`;
    case 'ad-mode':
      return `ad ${change.adNumber}, mode ${change.from} becomes ${change.mode}`;
    case 'ad-status':
      return `ad ${change.adNumber} ${change.status === 'online' ? 'is put online' : 'is taken offline'}`;
    case 'stop-ad':
      return `ad ${change.adNumber}; it stays ${change.offBy === undefined ? 'online at its price' : 'off the market'}`;
  }
}

/** A term as the app has it and as the file wants it. */
export const differenceText = ({ term, listed, wanted }: TermDifference): string =>
  `${snakeName(term)} is ${listed || 'empty'} in the app, ${wanted || 'empty'} in the file`;

const offlineText = (status: WantedStatus | null): string => (status === 'offline' ? ', offline' : '');

const rulesText = ({ strategy, limits }: PricingRules): string =>
  `${strategyWords(strategy)} between ${limits.floor} and ${limits.ceiling}`;

function partText(from: PricingRules, part: Partial<PricingRules>): string {
  const { limits, ...others } = part;
  const before = new Map(Object.entries(from));
  const ends = (['floor', 'ceiling'] as const).filter(
    (end) => limits !== undefined && limits[end] !== from.limits[end],
  );
  return [
    ...Object.entries(others).flatMap(([name, value]) => keyTexts(snakeName(name), before.get(name), value)),
    ...ends.map((end) => `${end} ${from.limits[end]} becomes ${limits?.[end]}`),
  ].join(', ');
}

/** Of a table the keys that differ; one of another kind is another table as a whole. */
function keyTexts(name: string, from: unknown, to: unknown): string[] {
  if (!isTable(from) || !isTable(to) || 'kind' in to) return [`${name} ${fileText(from)} becomes ${fileText(to)}`];
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((key) => !isSame(from[key], to[key]));
  return keys.flatMap((key) => keyTexts(`${name}.${snakeName(key)}`, from[key], to[key]));
}

/** A value in the words of the file. */
function fileText(value: unknown): string {
  if (value === null || value === undefined) return '"off"';
  if (Array.isArray(value)) return `[${value.map(fileText).join(', ')}]`;
  if (!isTable(value)) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{ ${entries.map(([key, part]) => `${snakeName(key)} = ${fileText(part)}`).join(', ')} }`;
}
