/** When a failure is shown to a human: never, at once, or after it has lasted for some time. */
export type AsksHuman = 'never' | 'at-once' | { readonly afterMs: number };

/** Refusals and ends that come from Peerdesk, not from the service. Design 5. */
export const OwnFailure = {
  FENCED: 'FENCED',
  NOT_SENT: 'NOT_SENT',
  NOT_LEFT: 'NOT_LEFT',
  SWITCHED_OFF: 'SWITCHED_OFF',
  HELD: 'HELD',
  CALLER_NOT_ALLOWED: 'CALLER_NOT_ALLOWED',
  MODE_NOT_ALLOWED: 'MODE_NOT_ALLOWED',
  POLICY_NOT_ALLOWED: 'POLICY_NOT_ALLOWED',
  ORDER_MISMATCH: 'ORDER_MISMATCH',
  OVER_CAP: 'OVER_CAP',
  OVER_DAY_CAP: 'OVER_DAY_CAP',
  BLOCKED_COUNTERPARTY: 'BLOCKED_COUNTERPARTY',
  PROOF_USED: 'PROOF_USED',
  APPROVAL_MISSING: 'APPROVAL_MISSING',
  NO_CODE: 'NO_CODE',
  CODE_USED: 'CODE_USED',
  REQUEST_USED: 'REQUEST_USED',
  MAY_HAVE_LEFT: 'MAY_HAVE_LEFT',
  CLOCK_SKEW: 'CLOCK_SKEW',
  CLOCK_JUMPED: 'CLOCK_JUMPED',
  GUARD_SILENT: 'GUARD_SILENT',
  GUARD_BEHIND: 'GUARD_BEHIND',
  REGISTER_SILENT: 'REGISTER_SILENT',
  REGISTER_BEHIND: 'REGISTER_BEHIND',
  NOT_COMPARED: 'NOT_COMPARED',
  OTHER_TEMPORAL: 'OTHER_TEMPORAL',
  TAKEN_BACK: 'TAKEN_BACK',
  DONE_BEFORE: 'DONE_BEFORE',
  NOT_CONFIRMED: 'NOT_CONFIRMED',
  STALE_DECISION: 'STALE_DECISION',
  WRONG_ORDER: 'WRONG_ORDER',
  WORKER_STOPPING: 'WORKER_STOPPING',
  ACCOUNT_NOT_SERVED: 'ACCOUNT_NOT_SERVED',
  SHARE_USED_UP: 'SHARE_USED_UP',
  INVARIANT: 'INVARIANT',
} as const;
export type OwnFailure = (typeof OwnFailure)[keyof typeof OwnFailure];

interface OwnFailureRow {
  readonly meaning: string;
  /** Pause before the step is tried again; null: waiting does not help, someone must act first. */
  readonly waitMs: number | null;
  readonly asksHuman: AsksHuman;
  readonly advice: string;
}

const soon = { afterMs: 45_000 } as const;

/** What each own failure means and leads to. docs/reference/failures.md shows the same rows. */
export const ownFailureTable: Readonly<Record<OwnFailure, OwnFailureRow>> = {
  FENCED: {
    meaning: 'the step had not left when its time was over, so it was not sent',
    waitMs: 2_000,
    asksHuman: soon,
    advice: 'Nothing at first. If it stays: is the worker overloaded, or its clock wrong?',
  },
  NOT_SENT: {
    meaning: 'the call did not leave this process',
    waitMs: 2_000,
    asksHuman: soon,
    advice: 'Nothing at first. If it stays: the network of the worker.',
  },
  NOT_LEFT: {
    meaning: 'nothing was sent: it took too long between the last check and the departure',
    waitMs: 2_000,
    asksHuman: soon,
    advice: 'Nothing at first. If it stays: is the worker overloaded, its clock wrong, or its network?',
  },
  SWITCHED_OFF: {
    meaning: 'a kill switch is engaged',
    waitMs: null,
    asksHuman: 'at-once',
    advice: '`peerdesk desk open` when the reason is gone.',
  },
  HELD: {
    meaning: 'the order is on hold',
    waitMs: null,
    asksHuman: 'at-once',
    advice: '`peerdesk order unhold` when the reason is gone.',
  },
  CALLER_NOT_ALLOWED: {
    meaning: 'a money step was asked for by something else than the workflow of its order',
    waitMs: null,
    asksHuman: 'at-once',
    advice: 'Find out who started it: nothing of Peerdesk does.',
  },
  MODE_NOT_ALLOWED: {
    meaning: 'this worker may not write in that mode',
    waitMs: null,
    asksHuman: 'at-once',
    advice: 'Check the mode of the start and what the worker permits.',
  },
  POLICY_NOT_ALLOWED: {
    meaning: 'this worker does not release by that policy',
    waitMs: null,
    asksHuman: 'at-once',
    advice: 'Check the release policy and what the worker permits.',
  },
  ORDER_MISMATCH: {
    meaning: 'the order is not what the decision was made on: another side, status, amount or method',
    waitMs: 2_000,
    asksHuman: soon,
    advice: 'Nothing at first: it is read and decided again. If it stays: look at the order.',
  },
  OVER_CAP: {
    meaning: 'the order is above the largest amount that this worker moves, or no cap names its currency',
    waitMs: null,
    asksHuman: 'at-once',
    advice: 'Release it in the app, or raise the cap.',
  },
  OVER_DAY_CAP: {
    meaning: 'the releases of 24 hours would exceed the cap of a day',
    waitMs: 900_000,
    asksHuman: 'at-once',
    advice: 'Release it in the app, raise the cap, or wait until older releases no longer count.',
  },
  BLOCKED_COUNTERPARTY: {
    meaning: 'the counterparty is on the block list, or is not known while the list is not empty',
    waitMs: null,
    asksHuman: 'at-once',
    advice: 'Look at the order; unblock the counterparty if it is right, or release it in the app.',
  },
  PROOF_USED: {
    meaning: 'the payment was used for another order',
    waitMs: null,
    asksHuman: 'at-once',
    advice: 'Compare with the bank which order was paid.',
  },
  APPROVAL_MISSING: {
    meaning: 'an approval that this worker asks for is not there, not signed, or does not hold any more',
    waitMs: null,
    asksHuman: 'at-once',
    advice: 'Look at the order and approve it again.',
  },
  NO_CODE: {
    meaning: 'there was no unused one-time code in time',
    waitMs: 2_000,
    asksHuman: soon,
    advice: 'Nothing: the next code comes within 30 s.',
  },
  CODE_USED: {
    meaning: 'the one-time code of this 30 s step, or a later one, was used already',
    waitMs: 2_000,
    asksHuman: soon,
    advice: 'Nothing: the next code comes within 30 s.',
  },
  REQUEST_USED: {
    meaning: 'the order of this request was placed, or the ad of this name published, before, or may have been',
    waitMs: null,
    asksHuman: 'at-once',
    advice:
      'Look which order or ad came of it, then say it: `peerdesk order record-outcome`, or `peerdesk ad resolve`.',
  },
  MAY_HAVE_LEFT: {
    meaning:
      'the release, payment notice or cancellation may have left in the last minute, by a run of the workflow that was ended or reset',
    waitMs: 5_000,
    asksHuman: soon,
    advice: 'Nothing: the order is read until the earlier call shows, or can no longer take effect.',
  },
  CLOCK_SKEW: {
    meaning: "the worker's clock differs too much from the clock of Temporal or the service",
    waitMs: 15_000,
    asksHuman: 'at-once',
    advice: 'Check the time service of the machine.',
  },
  CLOCK_JUMPED: {
    meaning: "the machine's clock jumped or the machine slept during the step, so it was not sent",
    waitMs: 2_000,
    asksHuman: soon,
    advice: 'Nothing at first. If it stays: run the worker on a machine that does not sleep.',
  },
  GUARD_SILENT: {
    meaning: "the account's guard did not answer, and no answer is no permission",
    waitMs: 15_000,
    asksHuman: soon,
    advice: 'Does a worker of the account run? Look at the guard workflow.',
  },
  GUARD_BEHIND: {
    meaning: "the account's guard knows less than the register: it is empty, older or another one",
    waitMs: 2_000,
    asksHuman: soon,
    advice: 'Nothing at first: the worker brings it up to date. If it stays: who started or reset the guard?',
  },
  REGISTER_SILENT: {
    meaning: 'the register of this machine cannot be read or written, and no register is no permission',
    waitMs: 15_000,
    asksHuman: 'at-once',
    advice: 'Look at the disk, or the database, of the register: `peerdesk doctor`. Until then act in the app.',
  },
  REGISTER_BEHIND: {
    meaning:
      'the register knows less than the guard or the service: it is an older copy, or the merchant has acted in the app',
    waitMs: null,
    asksHuman: 'at-once',
    advice: 'Look at what `peerdesk register show` lists: say what the releases are, or replace an older copy.',
  },
  NOT_COMPARED: {
    meaning: "the service's releases are not compared with the register yet, as at a start or after a standstill",
    waitMs: 5_000,
    asksHuman: soon,
    advice: 'Nothing at first: the list goes on by itself. If it stays: does the service answer? `peerdesk doctor`.',
  },
  OTHER_TEMPORAL: {
    meaning: 'Temporal has begun empty, as after the loss of its database, or is another one than the register knows',
    waitMs: 15_000,
    asksHuman: 'at-once',
    advice: 'Put its database back, or look at the open orders in the app and go on with this one: `peerdesk recover`.',
  },
  TAKEN_BACK: {
    meaning: 'something that the step rested on was taken back or changed while it was on its way',
    waitMs: 2_000,
    asksHuman: soon,
    advice: 'Nothing at first: it is looked at again.',
  },
  DONE_BEFORE: {
    meaning: 'the step is done already, as the register knows from the service, and the service asks for it again',
    waitMs: null,
    asksHuman: 'at-once',
    advice: 'Look at the order in the app, and finish it there.',
  },
  NOT_CONFIRMED: {
    meaning: 'the service accepted the step and its reads do not show it',
    waitMs: 15_000,
    asksHuman: soon,
    advice: 'Look at the order in the app, then `peerdesk order record-outcome`.',
  },
  STALE_DECISION: {
    meaning: 'the price rested on facts that have changed since',
    waitMs: 0,
    asksHuman: 'never',
    advice: 'Nothing: a new price is worked out.',
  },
  WRONG_ORDER: {
    meaning: 'the service answered with another order than the one that was asked for',
    waitMs: 15_000,
    asksHuman: soon,
    advice: 'Nothing at first: it is read again. If it stays: look at the order in the app.',
  },
  WORKER_STOPPING: {
    meaning: 'the worker is being stopped, or has lost the lead, and begins nothing new',
    waitMs: 1_000,
    asksHuman: soon,
    advice: 'Nothing: the next worker carries it on.',
  },
  ACCOUNT_NOT_SERVED: {
    meaning: 'the worker that leads the group does not serve the account, so nothing was sent',
    waitMs: 15_000,
    asksHuman: soon,
    advice: 'Add the account to the configuration of its egress, or start a worker that serves it.',
  },
  SHARE_USED_UP: {
    meaning: 'the account does as much at once as its share of the worker allows',
    waitMs: 2_000,
    asksHuman: soon,
    advice: 'Nothing at first. If it stays: is the service slow, or is this account flooded?',
  },
  INVARIANT: {
    meaning: 'something that must not happen: a value of the wrong form inside Peerdesk',
    waitMs: null,
    asksHuman: 'at-once',
    advice: 'Keep the history and the log, and report it.',
  },
};

/** Narrows to the names of own failures. */
export function isOwnFailure(value: unknown): value is OwnFailure {
  return typeof value === 'string' && Object.hasOwn(ownFailureTable, value);
}
