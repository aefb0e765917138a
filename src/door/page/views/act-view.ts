import { html } from 'hono/html';
import { answerView, askedView, hiddenView, type Asked, type Html } from './layout.ts';

interface ActSight {
  /** What is signed. */
  readonly says: string;
  readonly sentTo: string;
  readonly fields: Readonly<Record<string, string | number>>;
  readonly asked: Asked;
}

/** Returns what a person signs before the page does what a session alone does not. */
export const actView = ({ says, sentTo, fields, asked }: ActSight): Html =>
  html`<form class="card need" action="${sentTo}" ${askedView('get', asked)}>
      <p>${says}</p>
      ${hiddenView(fields)} ${answerView()}
      <p class="faint">Your passkey signs exactly this, within a minute: a session alone does not do it.</p>
      <button>Confirm</button>
    </form>
    <p><a href="/devices">Back</a></p>`;
