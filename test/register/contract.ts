import { beforeAll } from 'vitest';
import { cancellationsContract } from './contract/cancellations.ts';
import { assignmentsContract } from './contract/assignments.ts';
import { freedPaymentsContract } from './contract/freed-payments.ts';
import { journalContract } from './contract/journal.ts';
import { orderMarksContract } from './contract/order-marks.ts';
import { paymentsContract } from './contract/payments.ts';
import { peopleContract } from './contract/people.ts';
import { readsContract } from './contract/reads.ts';
import { refusedPaymentsContract } from './contract/refused-payments.ts';
import { restrictionsContract } from './contract/restrictions.ts';
import { sightingsContract } from './contract/sightings.ts';
import { signaturesContract } from './contract/signatures.ts';
import { stepsContract } from './contract/steps.ts';
import { termsContract } from './contract/terms.ts';
import { orderEndsContract } from './contract/order-ends.ts';
import { tradesContract } from './contract/trades.ts';
import type { RegisterWorld } from './contract/test-desk.ts';

/** What every register keeps, whatever it is kept in. `open` returns a new register each time, and ends it. */
export function registerContract(open: () => Promise<RegisterWorld>): void {
  let shared: RegisterWorld | undefined;

  beforeAll(async () => {
    shared = await open();
  });

  const world = (): RegisterWorld => {
    if (shared === undefined) throw new Error('the register is not open yet');
    return shared;
  };

  for (const part of [stepsContract, paymentsContract, readsContract, termsContract, orderMarksContract]) part(world);
  sightingsContract(world);
  freedPaymentsContract(world);
  refusedPaymentsContract(world);
  cancellationsContract(world);
  tradesContract(world);
  peopleContract(world);
  assignmentsContract(world);
  orderEndsContract(world);
  restrictionsContract(world);
  signaturesContract(world);
  journalContract(open);
}
