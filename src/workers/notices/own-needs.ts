/** Which needs are the account's, and which of them say what this process knows. */
import type { Need } from '../../domain/notices/need.ts';
import { knownFact } from '../../domain/notices/need-fact.ts';
import type { NoticeItem } from '../../domain/notices/reported-needs.ts';
import { parseWorkflowId, type WorkflowIdParts } from '../../workflows/contract/workflow-ids.ts';

/** The kind of workflow that a need is reported of. */
export const needTypeOf: Readonly<Record<WorkflowIdParts['kind'], Need['type'] | null>> = {
  ad: 'ad',
  order: 'order',
  place: 'placement',
  publish: 'ad',
  change: 'ad',
  desk: 'desk',
  guard: 'guard',
  egress: 'egress',
  // A report of failing messages would only take the same way; the desk reports them on the other.
  notices: null,
  lead: null,
};

const alias = /^[\w.-]{1,64}$/;

/**
 * Returns the items that a message may report. Anyone who reaches Temporal may give a watch a result of his own, or answer
 * for a workflow: he may make up that something waits. What is of another account, or of no workflow of ours, is left out;
 * what no code of ours says becomes a plain need, so that what waits is still said.
 */
export function ownNeeds(items: readonly NoticeItem[], place: { account: string; egress: string }): NoticeItem[] {
  return items.flatMap(({ need, stage }) => {
    const parts = parseWorkflowId(need.workflowId);
    const owner = parts?.kind === 'egress' ? place.egress : place.account;
    const isOurs = parts?.owner === owner && (parts.subject === '' || alias.test(parts.subject));
    if (!isOurs || needTypeOf[parts.kind] !== need.type || !isMoment(need.sinceMs)) return [];
    return [{ need: { ...need, fact: knownFact(need.fact) }, stage }];
  });
}

/** A moment that can be written as a date. */
function isMoment(atMs: unknown): boolean {
  return typeof atMs === 'number' && Math.abs(atMs) < 8e15;
}
