/** The register: the merchant's memory of money, outside Temporal. One narrow port, whatever keeps it. */
import type { RegisterFault, SilentFault } from '../domain/register/register-fault.ts';
import { registerFaultText } from '../words/register-words.ts';
import type { Sql } from './sql.ts';
import { mint, readIdentity } from './operations/accounts.ts';
import { arm } from './operations/arm.ts';
import { sayCancel } from './operations/cancel-words.ts';
import { assignedTo, freeTransfers, keepTransfer, takeOrder } from './operations/assignments.ts';
import { claim } from './operations/claim.ts';
import { freePayment, heldPayments } from './operations/freed-payments.ts';
import { brokenJournalEntry, readActs, readJournal, readOrderEntries } from './operations/journal.ts';
import { marksOf, seeRun, takeBack, unhold } from './operations/order-marks.ts';
import { dealingOf, dealingsOf, isOwnNumber, remark, remarks } from './operations/people.ts';
import { orderSeen, takeRead } from './operations/reads.ts';
import { loosen, restrict, restrictionsOf, tidyRules } from './operations/restrictions.ts';
import { bareReleases, lastSighting, paymentsSeen, seePayment } from './operations/sightings.ts';
import { refusePayment } from './operations/refused-payments.ts';
import { signersOf } from './operations/signers.ts';
import { summarise } from './operations/summary.ts';
import { noteAnswer, ruleNotDone, withdraw } from './operations/step-ends.ts';
import { leavingRows, ownersOf, rowsOf } from './operations/step-table.ts';
import { acceptTemporal, hasOtherTemporal } from './operations/temporal-memory.ts';
import { keepOrderEnd } from './operations/order-ends.ts';
import { beginTerm, compareGuard } from './operations/terms.ts';
import { historyMark, keepTrades, readTrades } from './operations/trades.ts';
import {
  comparedSinceMs,
  compareReleases,
  explainReleases,
  noteCompared,
  unbookedReleases,
  unexplainedReleases,
} from './operations/unknown-releases.ts';

/** Every operation: each runs in one transaction, alone. */
export const registerOperations = {
  identity: (sql: Sql) => readIdentity(sql),
  mint,
  beginTerm,
  compareGuard,
  acceptTemporal,
  hasOtherTemporal,
  claim,
  arm,
  sayCancel,
  withdraw,
  ruleNotDone,
  noteAnswer,
  orderSeen,
  takeRead,
  seeRun,
  takeBack,
  unhold,
  restrictions: restrictionsOf,
  restrict,
  loosen,
  tidyRules,
  signers: signersOf,
  compareReleases,
  comparedSinceMs,
  noteCompared,
  unbookedReleases,
  explainReleases,
  unexplainedReleases: (sql: Sql, { account }: AccountName) => unexplainedReleases(sql, account),
  marksOf,
  stepRows: rowsOf,
  leavingRows: (sql: Sql, { account }: AccountName) => leavingRows(sql, account),
  heldPayments,
  freePayment,
  paymentOwners: (sql: Sql, { keys }: { readonly keys: readonly string[] }) => ownersOf(sql, keys),
  historyMark,
  keepTrades,
  keepOrderEnd,
  trades: readTrades,
  seePayment,
  paymentsSeen,
  bareReleases,
  lastSighting,
  refusePayment,
  assignedTo,
  takeOrder,
  keepTransfer,
  freeTransfers,
  dealings: dealingsOf,
  dealingOf,
  isOwnNumber,
  remark,
  remarks,
  summary: summarise,
  journal: readJournal,
  acts: readActs,
  orderEntries: readOrderEntries,
  brokenJournalEntry: (sql: Sql) => brokenJournalEntry(sql),
} as const;

interface AccountName {
  readonly account: string;
}

export type RegisterOperation = keyof typeof registerOperations;
type Operation<Name extends RegisterOperation> = (typeof registerOperations)[Name];
type OperationArg<Name extends RegisterOperation> = Parameters<Operation<Name>>[1];
type OperationResult<Name extends RegisterOperation> = Awaited<ReturnType<Operation<Name>>>;

/**
 * The register as a process uses it. Every call rejects with RegisterSilent where the register does not answer: no
 * register is no permission.
 */
export type Register = {
  readonly [Name in RegisterOperation]: OperationArg<Name> extends undefined
    ? () => Promise<OperationResult<Name>>
    : (arg: OperationArg<Name>) => Promise<OperationResult<Name>>;
} & { close(): Promise<void> };

/** What a register does not do. Programs decide by the code in `fault`. */
export class RegisterFailure extends Error {
  override readonly name: string = 'RegisterFailure';
  readonly fault: RegisterFault;

  constructor(fault: RegisterFault) {
    super(registerFaultText(fault));
    this.fault = fault;
  }
}

/** The register cannot be read or written now. */
export class RegisterSilent extends RegisterFailure {
  override readonly name = 'RegisterSilent';
  declare readonly fault: SilentFault;

  constructor(fault: SilentFault) {
    super(fault);
  }
}
