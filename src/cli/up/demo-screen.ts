import { styleText } from 'node:util';
import type { DemoSummary } from './demo-summary.ts';
import { demoWaitText } from './demo-waits.ts';

/** One event of the marketplace or of the desk, in one line. */
interface DemoEvent {
  atMs: number;
  kind: string;
  subject: string;
  text: string;
}

export interface AdLine {
  title: string;
  price: string;
  rank: string;
  state: string;
  why: string;
}

export interface OrderLine {
  title: string;
  status: string;
  waitsFor: string;
  why: string;
}

export interface DemoPicture {
  heading: string;
  ads: AdLine[];
  orders: OrderLine[];
  totals: string;
}

/** The output of a demo: a live table on a terminal, one line per event when piped, JSON lines with `--json`. */
export interface DemoScreen {
  /** True when pictures are wanted: only a terminal shows them. */
  readonly isLive: boolean;
  /** Prints the address of the Web UI, before anything else. */
  open(uiUrl: string): void;
  event(event: DemoEvent): void;
  picture(picture: DemoPicture): void;
  summary(summary: DemoSummary): void;
}

/**
 * Creates the screen that fits the output. The address of the Web UI is its first line, so earlier events wait; the
 * summary is its last, so later ones are dropped.
 */
export function createDemoScreen(json: boolean, out: NodeJS.WriteStream): DemoScreen {
  const screen = json ? jsonScreen(out) : out.isTTY ? liveScreen(out) : lineScreen(out);
  let early: DemoEvent[] | null = [];
  let over = false;
  return {
    ...screen,
    open: (uiUrl) => {
      screen.open(uiUrl);
      for (const event of early ?? []) screen.event(event);
      early = null;
    },
    event: (event) => {
      if (over) return;
      if (early === null) screen.event(event);
      else early.push(event);
    },
    summary: (summary) => {
      over = true;
      screen.summary(summary);
    },
  };
}

function jsonScreen(out: NodeJS.WriteStream): DemoScreen {
  const line = (value: object): boolean => out.write(`${JSON.stringify(value)}\n`);
  return {
    isLive: false,
    open: (uiUrl) => line({ kind: 'web-ui', url: uiUrl }),
    event: ({ atMs, ...rest }) => line({ time: new Date(atMs).toISOString(), ...rest }),
    picture: () => undefined,
    summary: line,
  };
}

function lineScreen(out: NodeJS.WriteStream): DemoScreen {
  return {
    isLive: false,
    open: (uiUrl) => out.write(`Web UI: ${uiUrl}\n`),
    event: ({ atMs, kind, subject, text }) =>
      out.write(`${new Date(atMs).toISOString().slice(11, 19)} ${kind.padEnd(6)} ${subject} ${text}\n`),
    picture: () => undefined,
    summary: (summary) => out.write(`${summaryText(summary)}\n`),
  };
}

const eventsShown = 8;

function liveScreen(out: NodeJS.WriteStream): DemoScreen {
  const recent: DemoEvent[] = [];
  return {
    isLive: true,
    open: (uiUrl) => out.write(`Web UI: ${uiUrl}\n`),
    event: (event) => {
      recent.push(event);
      if (recent.length > eventsShown) recent.shift();
    },
    // Home and erase below: redrawing in place flickers less than clearing the whole screen.
    picture: (picture) => out.write(`\u001b[H\u001b[J${pictureText(picture, recent, out.columns)}`),
    summary: (summary) => out.write(`\n${summaryText(summary)}\n`),
  };
}

function pictureText(picture: DemoPicture, recent: DemoEvent[], columns: number): string {
  const fit = (text: string): string => text.slice(0, Math.max(40, columns - 1));
  const ads = picture.ads.map((ad) => [ad.title, ad.price, ad.rank, ad.state, ad.why]);
  const orders = picture.orders.map((order) => [order.title, order.status, order.waitsFor, order.why]);
  return [
    styleText('bold', fit(picture.heading)),
    '',
    ...table(['ad', 'price', 'rank', 'state', 'why'], ads).map(fit),
    '',
    ...table(['order', 'status', 'waits for', 'why'], orders).map(fit),
    '',
    fit(picture.totals),
    '',
    ...recent.map((event) => styleText('dim', fit(`${event.kind} ${event.subject} ${event.text}`))),
    '',
  ].join('\n');
}

function table(head: string[], rows: string[][]): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: string[]): string => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [styleText('underline', line(head)), ...rows.map(line)];
}

function summaryText(summary: DemoSummary): string {
  const { orders, ledger } = summary;
  const waiting = Object.entries(orders.waiting).map(([reason, count]) => `${count} for ${demoWaitText(reason)}`);
  return [
    `${summary.ok ? 'OK' : 'NOT OK'} after ${summary.seconds} s: ${summary.ads} ads, ${summary.reprices} reprices`,
    `orders: ${orders.arrived} arrived, ${orders.completed} completed, ${orders.cancelled} cancelled, waiting: ${waiting.join(', ') || 'none'}`,
    `ledger: ${Object.entries(ledger)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
    ...summary.problems.map((problem) => `problem: ${problem}`),
  ].join('\n');
}
