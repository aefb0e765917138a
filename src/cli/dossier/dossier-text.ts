/** A dossier for a reader: what others wrote is data, in one line each, with nothing that Markdown takes for more. */
import type { AuditEntry, OrderCall } from '../../client/index.ts';
import { markdownText } from '../../domain/markdown-text.ts';
import type { OrderSheet } from '../../domain/sheet/order-sheet.ts';
import type { KeptEntry } from '../../register/operations/journal.ts';
import { moment } from '../../words/moment.ts';
import { sheetHead, sheetPaid, sheetRest, type SheetClock, type SheetField } from '../../words/sheet-words.ts';
import { chatTexts } from '../../words/chat/chat-words.ts';
import { durationText } from '../kit/duration.ts';
import { tradeText } from '../order/order-text.ts';
import { lacksOf, type Dossier, type DossierPart, type DossierPicture } from './dossier.ts';

/** A text of a message has fewer. */
const longest = 2_000;
const said = (text: string): string => markdownText(text, longest);

/** Formats a dossier as Markdown; times are UTC. */
export function dossierText(dossier: Dossier): string {
  const { account, orderNumber, madeAtMs } = dossier;
  const lacks = lacksOf(dossier);
  return [
    `# Order ${said(orderNumber)} of ${said(account)}`,
    `Made at ${moment(madeAtMs)}. Times are UTC. The sums of all files are in SHA256SUMS.`,
    section('Lacks', lacks.length === 0 ? ['nothing'] : lacks),
    section('The order', orderLines(dossier)),
    section('As the service shows it', sheetLines(dossier)),
    section(
      'Approvals and what people did',
      partLines(dossier.acts, (acts) => acts.map(actLine)),
    ),
    section(
      'Chat',
      partLines(dossier.chat, (chat) => chatTexts(chat, { time: moment })),
    ),
    section('Pictures', dossier.pictures.map(pictureLine)),
    section(
      'Reads and calls',
      partLines(dossier.calls, (calls) => calls.map(callLine)),
    ),
    section(
      'The register',
      partLines(dossier.journal, (entries) => entries.map(entryLine)),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

const section = (title: string, lines: readonly string[]): string =>
  [`## ${title}`, '', ...(lines.length === 0 ? ['none'] : lines.map((line) => `- ${said(line)}`))].join('\n');

function partLines<Known>(part: DossierPart<Known>, lines: (known: Known) => string[]): string[] {
  return 'known' in part ? lines(part.known) : [`missing: ${part.missing}`];
}

function orderLines({ order }: Dossier): string[] {
  return partLines(order, (view) => [
    tradeText(view),
    `status ${view.status} since ${moment(view.statusSinceMs)}`,
    ...(view.paidSinceMs === null ? [] : [`marked as paid at ${moment(view.paidSinceMs)}`]),
    ...view.approvals.map(
      ({ by, atMs, signed }) => `approved by ${by} at ${moment(atMs)}${signed ? ', signed' : ', typed'}`,
    ),
    ...view.payments.map(
      ({ reference, amount, by, atMs, despite }) =>
        `payment ${reference} of ${amount}, attached${by === null ? '' : ` by ${by}`}${atMs === null ? '' : ` at ${moment(atMs)}`}${despite === undefined ? '' : `, despite ${despite}`}`,
    ),
    `why: ${view.why}`,
  ]);
}

function sheetLines({ sheet, madeAtMs }: Dossier): string[] {
  const clock: SheetClock = { nowMs: madeAtMs, time: moment, age: durationText };
  const line = ([name, text]: SheetField): string => (name === '' ? text : `${name}: ${text}`);
  return partLines(sheet, (known) =>
    [...sheetHead(known, clock), ...sheetPaid(known, clock), ...sheetRest(withoutChat(known), clock)]
      .filter(([name]) => name !== 'chat')
      .map(line),
  );
}

/** Its chat has a section of its own. */
const withoutChat = (sheet: OrderSheet): OrderSheet => ({
  ...sheet,
  chat: { known: { lines: [], unread: 0, hasOlder: false, odd: [] } },
});

function actLine({ atMs, what, by, identity, via, detail, refused }: AuditEntry): string {
  const who = [by, identity].filter((name) => name !== null && name !== '').join(', sent by ');
  const said = detail === '' ? '' : `: ${detail}`;
  return `${moment(atMs)} ${what} by ${who} (${via})${said}${refused === null ? '' : `; REFUSED: ${refused}`}`;
}

function pictureLine(picture: DossierPicture): string {
  const { id, name } = picture;
  return 'missing' in picture
    ? `message ${id}, ${name}: MISSING: ${picture.missing}`
    : `message ${id}, ${name}: ${picture.file}, ${picture.bytes} bytes, SHA-256 ${picture.sha256}`;
}

function callLine({ name, askedAtMs, endedAtMs, outcome, attempts }: OrderCall): string {
  const took = endedAtMs === null ? '' : ` after ${durationText(endedAtMs - askedAtMs)}`;
  return `${moment(askedAtMs)} ${name}: ${outcome}${took}${attempts > 1 ? `, attempt ${attempts}` : ''}`;
}

const entryLine = ({ seq, at_ms: atMs, kind, body }: KeptEntry): string => `${moment(atMs)} ${kind} (${seq}): ${body}`;
