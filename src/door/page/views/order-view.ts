import { html } from 'hono/html';
import {
  orderStops,
  type OrderPlace,
  type OrderStop,
  type PageAnswer,
  type PageOrder,
  type SigningSight,
} from '../page-desk.ts';
import {
  alertView,
  answerView,
  askedView,
  fieldsView,
  goesOnView,
  hiddenView,
  shadowView,
  type Asked,
  type Html,
} from './layout.ts';
import { orderPath } from './paths.ts';
import { replyView } from './reply-view.ts';

interface OrderSight {
  readonly place: OrderPlace;
  readonly order: PageAnswer<PageOrder>;
  readonly seal: string;
  /** Of the message that the visitor may write. */
  readonly nonce: string;
  readonly mayHold: boolean;
  readonly mayApprove: boolean;
}

/** Returns all that is known of an order, and what the visitor may do with it. An order that cannot be shown can be held. */
export function orderView({ place, order, seal, nonce, mayHold, mayApprove }: OrderSight): Html {
  const stops = 'missing' in order ? orderStops : order.shown.stops;
  return html`${'missing' in order ? alertView(`The order cannot be shown: ${order.missing}`) : factsView(order.shown)}
  ${
    'shown' in order && order.shown.code !== null && mayApprove
      ? html`<a class="button" href="${orderPath(place)}/approve">Look at what approving signs</a>`
      : ''
  }
  ${mayHold && 'shown' in order ? replyView({ place, seal, nonce, tried: null }) : ''}
  ${mayHold && stops.length > 0 ? stopsView({ place, seal, stops }) : ''}`;
}

const codeView = (code: string): Html =>
  html`<p>
    Facts code
    <span class="code" aria-label="${code.split('').join(' ')}">${code}</span>
  </p>`;

const factsView = ({ stand, isShadow, needsYou, code, fields, lacks }: PageOrder): Html =>
  html`${shadowView(isShadow)}
    <section class="card ${needsYou ? 'need' : ''}">
      <h2>${stand}</h2>
      ${code === null ? '' : codeView(code)} ${fieldsView(fields)}
    </section>
    ${
      lacks.length === 0
        ? ''
        : html`<section class="card">
            <h2>The release still lacks</h2>
            <ul>
              ${lacks.map((text) => html`<li>${text}</li>`)}
            </ul>
          </section>`
    }`;

const labels: Readonly<Record<OrderStop, string>> = { hold: 'Hold this order', revoke: 'Take its approvals back' };

const stopsView = ({ place, seal, stops }: Pick<OrderSight, 'place' | 'seal'> & Pick<PageOrder, 'stops'>): Html =>
  html`<form class="card" method="post">
    ${hiddenView({ seal })}
    <label for="note">Why (may be empty)</label>
    <input type="text" id="note" name="note" maxlength="200" />
    ${stops.map((how) => html`<button class="stop" formaction="${orderPath(place)}/${how}">${labels[how]}</button>`)}
    ${goesOnView('What is held', `order unhold ${place.orderNumber} --account ${place.account}`)}
  </form>`;

/** Returns why nothing can be signed now. */
export const unsignableView = (place: OrderPlace, why: string): Html =>
  html`${alertView(`Nothing can be signed now: ${why}`)}
    <p><a href="${orderPath(place)}">Back to the order</a></p>`;

interface ApproveSight {
  readonly place: OrderPlace;
  readonly sight: SigningSight;
  readonly until: string;
  readonly asked: Asked;
  readonly seal: string;
}

/** Returns which money is looked for, and apart from it what a person signs who approves, with the code of its facts. */
export const approveView = ({ place, sight: { word, isShadow, lookFor }, until, asked, seal }: ApproveSight): Html =>
  html`${shadowView(isShadow)}
    <section class="card">
      <h2>Look for it in the bank</h2>
      ${fieldsView(lookFor)}
      <p class="faint">This is what the desk shows beside, and is not signed.</p>
    </section>
    <form class="card need" data-still action="${orderPath(place)}/approve" ${askedView('get', asked)}>
      <h2>Is the money in the bank? Your passkey signs</h2>
      ${codeView(word.code)} ${fieldsView([...word.fields, ['valid until', until]])}
      ${hiddenView({ seal, nonce: word.end.nonce })} ${answerView()}
      <p class="faint">
        Your passkey signs exactly this. If the code differs from the one in your message, something has changed since,
        such as a payment that was attached: look at the order again before you sign.
      </p>
      <button>Approve the release</button>
    </form>
    <p><a href="${orderPath(place)}">Back to the order</a></p>`;
