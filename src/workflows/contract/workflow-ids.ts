/**
 * Workflow ids are derived from what the workflow carries, so that a second start of the same thing is impossible (one
 * open execution per id). Numbers and aliases only: an id is never encrypted, so it holds no personal data.
 */

/**
 * One id an ad: a second start finds the first (I17).
 *
 * @example
 * adWorkflowId('main', '42'); // → 'ad:main:42'
 */
export function adWorkflowId(account: string, adNumber: string): string {
  return `ad:${account}:${adNumber}`;
}

/**
 * One id an order: a second start finds the first (I9).
 *
 * @example
 * orderWorkflowId('main', '42'); // → 'order:main:42'
 */
export function orderWorkflowId(account: string, orderNumber: string): string {
  return `order:${account}:${orderNumber}`;
}

/**
 * The id of the workflow that places one order. `requestId` is the caller's idempotency key.
 *
 * @example
 * placementWorkflowId('main', 'purchase-of-monday'); // → 'place:main:purchase-of-monday'
 */
export function placementWorkflowId(account: string, requestId: string): string {
  return `place:${account}:${requestId}`;
}

/**
 * The id of the workflow that publishes the ad of a name.
 *
 * @example
 * publicationWorkflowId('main', 'usdt-to-bob'); // → 'publish:main:usdt-to-bob'
 */
export function publicationWorkflowId(account: string, name: string): string {
  return `publish:${account}:${name}`;
}

/**
 * The id of the workflow that changes one ad, or closes it: one change at a time.
 *
 * @example
 * adChangeWorkflowId('main', '42'); // → 'change:main:42'
 */
export function adChangeWorkflowId(account: string, adNumber: string): string {
  return `change:${account}:${adNumber}`;
}

/**
 * The id of the workflow that runs an account: it takes its orders in.
 *
 * @example
 * deskWorkflowId('main'); // → 'desk:main'
 */
export function deskWorkflowId(account: string): string {
  return `desk:${account}`;
}

/**
 * The id of the workflow that keeps what must outlive everything else of an account: switches, proofs, sums.
 *
 * @example
 * guardWorkflowId('main'); // → 'guard:main'
 */
export function guardWorkflowId(account: string): string {
  return `guard:${account}`;
}

/**
 * The id of the workflow that keeps the ban and the breakers of one outgoing address.
 *
 * @example
 * egressWorkflowId('office'); // → 'egress:office'
 */
export function egressWorkflowId(egress: string): string {
  return `egress:${egress}`;
}

/**
 * The id of the workflow that notifies the merchant of an account of what waits for a human.
 *
 * @example
 * noticesWorkflowId('main'); // → 'notices:main'
 */
export function noticesWorkflowId(account: string): string {
  return `notices:${account}`;
}

/**
 * The id of the workflow that says which process of a group calls the service.
 *
 * @example
 * leadWorkflowId('main'); // → 'lead:main'
 */
export function leadWorkflowId(group: string): string {
  return `lead:${group}`;
}

const kinds = ['ad', 'order', 'place', 'publish', 'change', 'desk', 'guard', 'egress', 'notices', 'lead'] as const;

export interface WorkflowIdParts {
  kind: (typeof kinds)[number];
  /** Account alias, or the name of the egress or the group. */
  owner: string;
  /** Ad number, order number, request id or name of an ad; empty for the kinds of which an owner has one. */
  subject: string;
}

/**
 * Parses an id from the functions above; null for an id that is not Peerdesk's.
 *
 * @example
 * parseWorkflowId('order:main:42'); // → { kind: 'order', owner: 'main', subject: '42' }
 * parseWorkflowId('a workflow of another program'); // → null
 */
export function parseWorkflowId(workflowId: string): WorkflowIdParts | null {
  const [kindText, owner, ...rest] = workflowId.split(':');
  const kind = kinds.find((known) => known === kindText);
  if (kind === undefined || owner === undefined || owner === '') return null;
  return { kind, owner, subject: rest.join(':') };
}
