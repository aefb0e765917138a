import { html } from 'hono/html';
import {
  pageSwitches,
  type PageAnswer,
  type PageList,
  type PageRow,
  type PageSwitch,
  type WaitPlace,
} from '../page-desk.ts';
import { alertView, fieldsView, goesOnView, hiddenView, type Html } from './layout.ts';
import { adPath, orderPath } from './paths.ts';

interface ListSight {
  readonly list: PageAnswer<PageList<WaitPlace>>;
  readonly accounts: readonly string[];
  /** Null: the visitor may not stop anything. */
  readonly seal: string | null;
}

/** Returns what waits, the most urgent first, and what stops an account. */
export const listView = ({ list, accounts, seal }: ListSight): Html =>
  html`${seal === null || accounts.length === 0 ? '' : html`<p><a href="#stop">Stop an account</a></p>`}
  ${'missing' in list ? alertView(`What waits cannot be shown: ${list.missing}`) : rowsView(list.shown, { pathOf: waitPath, empty: 'Nothing waits.' })}
  ${seal === null ? '' : html`<section id="stop">${accounts.map((account) => stopView(account, seal))}</section>`}`;

const waitPath = (place: WaitPlace): string => ('orderNumber' in place ? orderPath(place) : adPath(place));

interface RowsSight<Place> {
  readonly pathOf: (place: Place) => string;
  /** What is said where there are none, and all of it could be read. */
  readonly empty: string;
}

/** Returns the rows of a list, each with its page, and what is said of the whole. */
export const rowsView = <Place>({ rows, notes }: PageList<Place>, { pathOf, empty }: RowsSight<Place>): Html =>
  html`${notes.map((note) => alertView(note))}
  ${rows.length + notes.length === 0 ? html`<p class="card">${empty}</p>` : ''}
  ${rows.map((row) => rowView(row, pathOf))}`;

const rowView = <Place>({ place, title, needsYou, fields }: PageRow<Place>, pathOf: RowsSight<Place>['pathOf']): Html =>
  html`<article class="card ${needsYou ? 'need' : ''}">
    <h2>${place === null ? title : html`<a href="${pathOf(place)}">${title}</a>`}</h2>
    ${fieldsView(fields)}
  </article>`;

const labels: Readonly<Record<PageSwitch, string>> = {
  releases: 'Stop all releases',
  all: 'Stop everything',
};

const stopView = (account: string, seal: string): Html =>
  html`<details class="card">
    <summary>Stop account ${account}</summary>
    ${goesOnView('What is stopped', `desk open --account ${account}`)}
    <form method="post" action="/accounts/${account}/kill">
      ${hiddenView({ seal })}
      <label for="reason-${account}">Why (may be empty)</label>
      <input type="text" id="reason-${account}" name="note" maxlength="200" />
      ${pageSwitches.map((name) => html`<button class="stop" name="switch" value="${name}">${labels[name]}</button>`)}
    </form>
  </details>`;
