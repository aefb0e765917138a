/** Statements of bank accounts as OFX 1.x and 2.x. */
import { createHash } from 'node:crypto';
import type { StatementSource } from '../../config/file/payment-sources.ts';
import { bankReference } from '../../domain/payments/sighting.ts';
import { writtenAmount } from '../../domain/payments/written-amount.ts';
import { ofxMoment } from './ofx-moment.ts';
import { ofxDocuments, type OfxElement } from './ofx-tree.ts';
import {
  outgoingRow,
  paymentRow,
  refusedRow,
  shown,
  UnreadableStatement,
  type StatementLine,
  type StatementRow,
} from './statement-line.ts';

/** Reads each entry of the statements of bank accounts. Throws UnreadableStatement. */
export function readOfxStatement(text: string, source: StatementSource): StatementLine[] {
  const documents = ofxDocuments(text);
  for (const name of otherStatements)
    if (documents.some((one) => partsOf(one, name).length > 0))
      throw new UnreadableStatement(`it has ${name}: export the bank account alone, and no card and no investments`);
  const statements = documents.flatMap((one) => partsOf(one, 'STMTRS'));
  if (statements.length === 0) throw new UnreadableStatement('it is OFX without a statement of an account (STMTRS)');
  const entries = statements.flatMap(entriesOf);
  const read = entries.filter(({ element }) => element.leaves.has('TRNAMT'));
  if (read.length !== documents.reduce((count, one) => count + amountsIn(one), 0))
    throw new UnreadableStatement('it has an amount (TRNAMT) outside of the entries of a statement');
  return entries.map((entry, index) => ({ place: `entry ${index + 1}`, ...readEntry(entry, source) }));
}

const otherStatements = ['CCSTMTRS', 'INVSTMTRS', 'LOANSTMTRS'];

/** Returns the aggregates of a name, however deep. */
function partsOf({ parts }: OfxElement, name: string): OfxElement[] {
  return parts.flatMap((part) => (part.name === name ? [part] : partsOf(part, name)));
}

/** How many elements have an amount, however deep. */
const amountsIn = ({ leaves, parts }: OfxElement): number =>
  parts.reduce((count, part) => count + amountsIn(part), leaves.has('TRNAMT') ? 1 : 0);

/** Returns the text of a leaf, empty where there is none; null: it stands more than once. */
function leafOf({ leaves }: OfxElement, name: string): string | null {
  const [text = '', ...more] = leaves.get(name) ?? [];
  return more.length === 0 ? text : null;
}

interface Entry {
  readonly element: OfxElement;
  readonly currency: string;
  /** What its numbers are unique in. */
  readonly account: string;
}

function entriesOf(statement: OfxElement): Entry[] {
  const [from, ...more] = partsOf(statement, 'BANKACCTFROM');
  const number = from === undefined || more.length > 0 ? '' : leafOf(from, 'ACCTID');
  if (from === undefined || number === null || number === '')
    throw new UnreadableStatement('it does not say of which account it is (ACCTID)');
  if (partsOf(statement, 'BANKTRANLIST').length === 0)
    throw new UnreadableStatement('its statement has no list of entries (BANKTRANLIST)');
  const account = digest(JSON.stringify([leafOf(from, 'BANKID'), number]), accountLetters);
  const of = { account, currency: leafOf(statement, 'CURDEF') ?? '' };
  return ['STMTTRN', 'STMTTRNP'].flatMap((name) =>
    partsOf(statement, name).map((element): Entry => ({ element, ...of })),
  );
}

const accountLetters = 8;

const leafNames = ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'NAME', 'MEMO', 'CORRECTFITID', 'CORRECTACTION'] as const;
type Leaves = Readonly<Record<(typeof leafNames)[number], string>>;

function readEntry(entry: Entry, source: StatementSource): StatementRow {
  const { element } = entry;
  const twice = leafNames.find((name) => leafOf(element, name) === null);
  if (twice !== undefined) return refusedRow({ code: 'twice', field: twice });
  const leaf = (name: string): string => leafOf(element, name) ?? '';
  const leaves = Object.fromEntries(leafNames.map((name) => [name, leaf(name)])) as Leaves;
  const amount = writtenAmount(leaves.TRNAMT, { decimal: markOf(leaves.TRNAMT), currency: source.currency });
  if (amount === null) return refusedRow({ code: 'amount', text: shown(leaves.TRNAMT) });
  if (amount.isOut) return outgoingRow;
  if (!isOfCurrency(entry, source)) return refusedRow({ code: 'other-currency', currency: source.currency });
  return readCredit({ entry, leaves, amount: amount.amount }, source);
}

/** OFX has either mark, and none between thousands: the last one parts the fraction. */
const markOf = (text: string): '.' | ',' => (text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.');

/** ORIGCURRENCY is what was changed into that of the account; CURRENCY says that the amount is of another one. */
function isOfCurrency({ element, currency }: Entry, source: StatementSource): boolean {
  const others = element.parts.filter(({ name }) => name === 'CURRENCY');
  return [currency, ...others.map((one) => leafOf(one, 'CURSYM'))].every(
    (one) => one?.toUpperCase() === source.currency,
  );
}

interface Credit {
  readonly entry: Entry;
  readonly leaves: Leaves;
  readonly amount: string;
}

function readCredit({ entry, leaves, amount }: Credit, source: StatementSource): StatementRow {
  const type = leaves.TRNTYPE.toUpperCase();
  if (entry.element.name === 'STMTTRNP') return refusedRow({ code: 'unnumbered' });
  if (leaves.CORRECTFITID !== '' || leaves.CORRECTACTION !== '') return refusedRow({ code: 'correction' });
  if (takenBack.has(type)) return outgoingRow;
  if (!incoming.has(type)) return refusedRow({ code: 'direction', text: shown(leaves.TRNTYPE) });
  const reference = referenceOf(entry, leaves);
  const state = type === 'HOLD' ? 'pending' : 'booked';
  const payer = payerOf(entry, leaves);
  return paymentRow({ amount, date: ofxMoment(leaves.DTPOSTED), payer, reference, memo: leaves.MEMO, state }, source);
}

/** OFX has up to 255 letters, and a reference fewer: such a number stands there by its digest. */
function referenceOf({ account }: Entry, { FITID }: Leaves): string {
  const number = FITID.length > mostOfNumber ? digest(FITID, mostOfNumber) : FITID;
  return bankReference(number) === null ? '' : `${account} ${number}`;
}

const mostOfNumber = 60;

const digest = (text: string, letters: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, letters);

function payerOf({ element }: Entry, { NAME }: Leaves): string {
  const payee = element.parts.find(({ name }) => name === 'PAYEE');
  return NAME === '' && payee !== undefined ? (leafOf(payee, 'NAME') ?? '') : NAME;
}

/** A fee that comes back, and what the bank has reversed, is no one's payment. */
const takenBack = new Set(['FEE', 'SRVCHG', 'REVERSAL', 'RETURN', 'CHARGEBACK', 'REFUND']);

/** What may come in; of a debit with the sign of a credit one of the two is wrong. */
const incoming = new Set(
  'CREDIT DEP DIRECTDEP XFER PAYMENT REPEATPMT CASH CHECK ATM POS OTHER INT DIV HOLD'.split(' '),
);
