/** Why a call of the rate budget did not leave. */

/** The queue stands still for longer than a call may wait inside one attempt (design 4). */
export class BudgetPaused extends Error {
  override readonly name = 'BudgetPaused';
  readonly restMs: number;

  constructor(restMs: number) {
    super(`the account's calls are held back for another ${Math.ceil(restMs)} ms`);
    this.restMs = Math.ceil(restMs);
  }
}

/** The client is closed: waiting calls are refused, and so are new ones. */
export class BudgetClosed extends Error {
  override readonly name = 'BudgetClosed';
}

/** The caller gave up before the call left. */
export class BudgetAborted extends Error {
  override readonly name = 'BudgetAborted';
}
