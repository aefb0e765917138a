/**
 * Workflow ids are derived from what the workflow carries, so that a second start of the same thing is impossible (one
 * open execution per id). Numbers and aliases only: an id is never encrypted, so it holds no personal data.
 */

/** The id of the workflow that keeps one ad. */
export function adWorkflowId(account: string, adNumber: string): string {
  return `ad:${account}:${adNumber}`;
}

/** The id of the workflow that carries one order. */
export function orderWorkflowId(account: string, orderNumber: string): string {
  return `order:${account}:${orderNumber}`;
}

/** The id of the workflow that places one order. `requestId` is the caller's idempotency key. */
export function placementWorkflowId(account: string, requestId: string): string {
  return `place:${account}:${requestId}`;
}

/** The id of an account's desk workflow. */
export function deskWorkflowId(account: string): string {
  return `desk:${account}`;
}

/** The id of the workflow that keeps what must outlive everything else of an account: switches, proofs, sums. */
export function guardWorkflowId(account: string): string {
  return `guard:${account}`;
}

/** The id of the workflow that keeps the ban and the breakers of one outgoing address. */
export function egressWorkflowId(egress: string): string {
  return `egress:${egress}`;
}

/** The id of the workflow that tells the merchant of an account what waits for a human. */
export function noticesWorkflowId(account: string): string {
  return `notices:${account}`;
}

/** The id of the workflow that says which process of an account calls the service. */
export function leadWorkflowId(account: string): string {
  return `lead:${account}`;
}

const kinds = ['ad', 'order', 'place', 'desk', 'guard', 'egress', 'notices', 'lead'] as const;

export interface WorkflowIdParts {
  kind: (typeof kinds)[number];
  /** Account alias, or the egress name. */
  owner: string;
  /** Ad number, order number or request id; empty for the kinds of which an owner has one. */
  subject: string;
}

/** Parses an id from the functions above; null for an id that is not Peerdesk's. */
export function parseWorkflowId(workflowId: string): WorkflowIdParts | null {
  const [kindText, owner, ...rest] = workflowId.split(':');
  const kind = kinds.find((known) => known === kindText);
  if (kind === undefined || owner === undefined || owner === '') return null;
  return { kind, owner, subject: rest.join(':') };
}

/** The task queue of an account's own calls; its workflows run there too. */
export function accountTaskQueue(account: string): string {
  return `peerdesk:${account}`;
}

/** The task queue of an account's money steps: slots of their own, so that nothing else delays them. */
export function moneyTaskQueue(account: string): string {
  return `peerdesk:${account}:money`;
}

/** The task queue of an account's watchers: many cheap slots, so that a thousand of them never starve a release. */
export function watchTaskQueue(account: string): string {
  return `peerdesk:${account}:watch`;
}

/** The task queue of the messages to an account's merchant: only workers that know a way to him serve it. */
export function noticesTaskQueue(account: string): string {
  return `peerdesk:${account}:notices`;
}

/** The task queue on which the processes of an account are asked to lead: each polls it, whether it leads or not. */
export function leadTaskQueue(account: string): string {
  return `peerdesk:${account}:lead`;
}

/** The task queue of the egress workflow: accounts share an address, so it has a queue of its own. */
export function egressTaskQueue(egress: string): string {
  return `peerdesk:egress:${egress}`;
}
