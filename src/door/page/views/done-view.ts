import { html } from 'hono/html';
import type { Done } from '../page-desk.ts';
import type { Html } from './layout.ts';

/** Returns what became of what was pressed, and what may be pressed next. */
export const doneView = ({ end, line }: Done, back: string, next: Html | '' = ''): Html =>
  html`<p class="card ${end === 'done' ? '' : 'alert'}" role="${end === 'done' ? 'status' : 'alert'}">${line}</p>
    ${next}
    <p><a href="${back}">Look at it</a></p>`;
