import { html } from 'hono/html';
import { maxSaid } from '../../../domain/sheet/order-sheet.ts';
import type { OrderPlace } from '../page-desk.ts';
import { hiddenView, type Html } from './layout.ts';
import { orderPath } from './paths.ts';

interface ReplySight {
  readonly place: OrderPlace;
  readonly seal: string;
  /** Of the message: the same text of the same form is said once. */
  readonly nonce: string;
  /** What was not said, or may not have been; null: nothing was tried. */
  readonly tried: string | null;
}

/** Returns where a person writes to the counterparty of an order. */
export const replyView = ({ place, seal, nonce, tried }: ReplySight): Html =>
  html`<form class="card" method="post" action="${orderPath(place)}/reply">
    ${hiddenView({ seal, nonce })}
    <label for="text">${tried === null ? 'Write in the chat of the order' : 'What was written'}</label>
    <textarea id="text" name="text" required maxlength="${maxSaid}">${tried ?? ''}</textarea>
    ${tried === null ? '' : againView}
    <button>${tried === null ? 'Send' : 'Send it again'}</button>
  </form>`;

const againView = html`<p class="faint">
    Sent again from here it is looked for in the chat first, and never said twice. Before a minute has passed it is not
    repeated.
  </p>
  <label>
    <input type="checkbox" name="meant" value="yes" /> Also in an appeal, whose judges read it, and although an earlier
    message may have arrived
  </label>`;
