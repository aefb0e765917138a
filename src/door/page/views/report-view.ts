import { html } from 'hono/html';
import type { PageAnswer, PageReport } from '../page-desk.ts';
import { alertView, fieldsView, type Html } from './layout.ts';

/** Returns what each account has traded and earned today; a name stands beside each amount, so that none is out of sight. */
export const reportView = (reports: readonly PageAnswer<PageReport>[]): Html =>
  html`${reports.map((report) =>
    'missing' in report ? alertView(`A report cannot be shown: ${report.missing}`) : accountView(report.shown),
  )}`;

const accountView = ({ head, rows, lines, doubts }: PageReport): Html =>
  html`<section class="card">
    <h2>${head}</h2>
    ${doubts.map((doubt) => html`<p class="faint">${doubt}</p>`)}
    ${rows.map(
      ({ title, fields }) =>
        html`<h3>${title}</h3>
          ${fieldsView(fields)}`,
    )}
    ${lines.map((line) => html`<p>${line}</p>`)}
  </section>`;
