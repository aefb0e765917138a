/** What is known of one version of the program in a deployment. */
export interface VersionFacts {
  buildId: string;
  isCurrent: boolean;
  /** It gets a share of what is new, by Temporal's own command. */
  isRamping: boolean;
  /** It was current or ramping at some time. */
  wasActive: boolean;
  /** Processes that serve it, as pid@host. */
  workers: readonly string[];
  /** Orders and placements that it began, and must end. */
  orders: number;
  /** Other workflows, which go on with the current version at their next task. */
  others: number;
}

type VersionState = 'current' | 'ramping' | 'not promoted' | 'draining' | 'drained';

/** Returns what a version is doing, from what is left on it rather than from Temporal's own count, minutes later. */
export function versionState({ isCurrent, isRamping, wasActive, orders, others }: VersionFacts): VersionState {
  if (isCurrent) return 'current';
  if (isRamping) return 'ramping';
  if (orders + others > 0) return 'draining';
  return wasActive ? 'drained' : 'not promoted';
}

/** Returns what an operator has to do about a version, or null. */
export function versionAdvice(facts: VersionFacts): string | null {
  const { buildId, workers, orders, others } = facts;
  const isServed = workers.length > 0;
  switch (versionState(facts)) {
    case 'current':
      return isServed ? null : `nothing serves ${buildId}, and all that is new goes there: start its worker`;
    case 'ramping':
      return `${buildId} gets a part of what is new, but one process alone makes the calls: promote it, or end the ramp`;
    case 'not promoted':
      return isServed ? `${buildId} takes no work until \`peerdesk deploy promote ${buildId}\`` : null;
    case 'draining':
      return isServed
        ? null
        : `nothing serves ${buildId}, and ${leftText({ orders, others })} wait: start its worker again`;
    case 'drained':
      return isServed ? `nothing is left on ${buildId}: its worker may be stopped` : null;
  }
}

/** Returns what is left on a version in words: "2 orders and 1 other workflow". */
export function leftText({ orders, others }: Pick<VersionFacts, 'orders' | 'others'>): string {
  const parts = [counted(orders, 'order'), counted(others, 'other workflow')].filter((part) => part !== null);
  return parts.length === 0 ? 'nothing' : parts.join(' and ');
}

function counted(count: number, word: string): string | null {
  if (count === 0) return null;
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
