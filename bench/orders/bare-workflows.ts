/** What Temporal alone takes: workflows that do nothing, and those that take the steps of a sale without doing them. */
import { condition, defineUpdate, proxyActivities, setHandler } from '@temporalio/workflow';

export interface BareActivities {
  pass(): Promise<void>;
  /** Asks the workflow `permits`. */
  askPermit(): Promise<void>;
}

export const permit = defineUpdate<number>('permit');
const { pass, askPermit } = proxyActivities<BareActivities>({ startToCloseTimeout: '1 minute' });

export async function empty(): Promise<void> {
  return undefined;
}

/** Five activities one after the other, of which the third asks another workflow: as a sale that arrives paid. */
export async function steps(): Promise<void> {
  await pass();
  await pass();
  await askPermit();
  await pass();
  await pass();
}

/** Answers each update at once, until it is terminated. */
export async function permits(): Promise<void> {
  let count = 0;
  setHandler(permit, () => (count += 1));
  await condition(() => false);
}
