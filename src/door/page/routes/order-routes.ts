import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { isEnough } from '../../../domain/people/page-role.ts';
import { wordText } from '../../../domain/signing/signed-word.ts';
import { isSignature } from '../../../register/signature.ts';
import { PageRefused, type Doorway, type Visitor } from '../doorway.ts';
import { pageSwitches, type Done, type OrderPlace, type WordToSign } from '../page-desk.ts';
import { alertView } from '../views/layout.ts';
import { listView } from '../views/list-view.ts';
import { approveView, doneView, orderView, placePath } from '../views/order-view.ts';
import { answerField, noteField } from './fields.ts';

/** What waits, an order, and what a person does with it. */
export function orderRoutes(app: Hono, doorway: Doorway): void {
  const { desk } = doorway.options;
  app.get('/', async (context) => {
    const visitor = doorway.visitor(context, 'view');
    const seal = isEnough(visitor.role, 'hold') ? visitor.session.seal : null;
    const list = await desk.orders();
    const view = listView({ list, accounts: desk.accounts, seal });
    return doorway.page(context, { title: 'What waits', visitor, shown: list }, view);
  });

  app.get('/orders/:account/:number', async (context) => {
    const visitor = doorway.visitor(context, 'view');
    const place = placeOf(doorway, context);
    const order = await desk.order(place);
    const [mayHold, mayApprove] = [isEnough(visitor.role, 'hold'), isEnough(visitor.role, 'approve')];
    const view = orderView({ place, order, seal: visitor.session.seal, mayHold, mayApprove });
    return doorway.page(context, { title: titleOf(place), visitor, shown: order }, view);
  });

  app.post('/orders/:account/:number/hold', async (context) => {
    const { visitor, form } = await doorway.presser(context, 'hold', { note: noteField });
    const place = placeOf(doorway, context);
    const done = await desk.hold(place, { by: visitor.person, note: form.note });
    return donePage(doorway, context, { visitor, done, what: 'hold', back: placePath(place) });
  });

  app.post('/accounts/:account/kill', async (context) => {
    const shape = { note: noteField, switch: z.enum(pageSwitches) };
    const { visitor, form } = await doorway.presser(context, 'hold', shape);
    const account = accountOf(doorway, context);
    const done = await desk.kill(account, form.switch, { by: visitor.person, note: form.note });
    return donePage(doorway, context, { visitor, done, what: 'kill', back: '/' });
  });
}

/** Approving: the worker draws what is signed, a passkey signs it, and the worker looks at it again. */
export function approveRoutes(app: Hono, doorway: Doorway): void {
  const { desk, timeText } = doorway.options;
  app.get('/orders/:account/:number/approve', async (context) => {
    const visitor = doorway.visitor(context, 'approve');
    const { session } = visitor;
    const place = placeOf(doorway, context);
    const found = await desk.wordToSign(place, session.keyName);
    const frame = { title: titleOf(place), visitor };
    if ('missing' in found)
      return doorway.page(context, frame, alertView(`Nothing can be signed now: ${found.missing}`));
    const word = found.shown;
    doorway.drawn.keep({ place, word, seal: session.seal });
    const asked = doorway.asked(wordText(word.word, word.end));
    const view = approveView({ place, word, until: timeText(word.end.expiresAtMs), asked, seal: session.seal });
    return doorway.page(context, { ...frame, shown: word.code }, view);
  });

  app.post('/orders/:account/:number/approve', async (context) => {
    const shape = { nonce: z.string().max(64), answer: answerField };
    const { visitor, form } = await doorway.presser(context, 'approve', shape);
    const place = placeOf(doorway, context);
    const word = doorway.drawn.take(form.nonce, { place, seal: visitor.session.seal }, doorway.nowMs());
    if (word === null) throw new PageRefused({ code: 'word-gone' });
    const signed = { ...word.end, signature: signatureOf(visitor, word, form.answer) };
    const done = await desk.approve(place, { by: visitor.person, signed, seen: word.seen });
    return donePage(doorway, context, { visitor, done, what: 'approve', back: placePath(place) });
  });
}

/** A session is no signature: the passkey that signed in has to have signed exactly what was shown. */
function signatureOf({ session: { publicKey } }: Visitor, { word, end }: WordToSign, answer: string): string {
  const signature = `passkey:${answer}`;
  if (isSignature({ publicKey, text: wordText(word, end), signature })) return signature;
  throw new PageRefused({ code: 'other-passkey' });
}

interface DoneSight {
  readonly visitor: Visitor;
  readonly done: Done;
  readonly what: string;
  readonly back: string;
}

const statuses = { done: 200, refused: 409, uncertain: 503 } as const;
const titles = { done: 'Done', refused: 'Refused', uncertain: 'Not certain' } as const;

function donePage(doorway: Doorway, context: Context, { visitor, done, what, back }: DoneSight) {
  const { session } = visitor;
  doorway.options.logger.info({ event: what, key: session.keyName, end: done.end }, done.line);
  context.status(statuses[done.end]);
  return doorway.page(context, { title: titles[done.end], visitor }, doneView(done, back));
}

const titleOf = ({ account, orderNumber }: OrderPlace): string => `Order ${orderNumber} of ${account}`;

function placeOf(doorway: Doorway, context: Context): OrderPlace {
  const orderNumber = context.req.param('number') ?? '';
  if (!/^[\w.-]{1,80}$/.test(orderNumber)) throw new PageRefused({ code: 'no-such-page' });
  return { account: accountOf(doorway, context), orderNumber };
}

/** The page is of the accounts of its file alone. */
function accountOf({ options: { desk } }: Doorway, context: Context): string {
  const account = desk.accounts.find((name) => name === context.req.param('account'));
  if (account === undefined) throw new PageRefused({ code: 'no-such-page' });
  return account;
}
