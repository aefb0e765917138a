import type { Hono } from 'hono';
import { z } from 'zod';
import { isEnough } from '../../../domain/people/page-role.ts';
import { wordText } from '../../../domain/signing/signed-word.ts';
import { isSignature } from '../../../register/signature.ts';
import { PageRefused, type Doorway, type Visitor } from '../doorway.ts';
import { orderStops, pageSwitches, type OrderPlace, type WordToSign } from '../page-desk.ts';
import { listView } from '../views/list-view.ts';
import { approveView, orderView, unsignableView } from '../views/order-view.ts';
import { orderPath } from '../views/paths.ts';
import { replyView } from '../views/reply-view.ts';
import { donePage } from './done-page.ts';
import { answerField, noteField, replyFields } from './fields.ts';
import { accountOf, orderPlaceOf } from './places.ts';

/** What waits, an order, and what a person does with it. */
export function orderRoutes(app: Hono, doorway: Doorway): void {
  const { desk, random } = doorway.options;
  app.get('/', async (context) => {
    const visitor = doorway.visitor(context, 'view');
    const seal = isEnough(visitor.role, 'hold') ? visitor.session.seal : null;
    const list = await doorway.look(context, visitor, () => desk.waits());
    const view = listView({ list, accounts: desk.accounts, seal });
    return doorway.page(context, { title: 'What waits', visitor, shown: list }, view);
  });

  app.get('/orders/:account/:number', async (context) => {
    const visitor = doorway.visitor(context, 'view');
    const place = orderPlaceOf(doorway, context);
    const order = await doorway.look(context, visitor, () => desk.order(place));
    const [mayHold, mayApprove] = [isEnough(visitor.role, 'hold'), isEnough(visitor.role, 'approve')];
    const { seal } = visitor.session;
    const view = orderView({ place, order, seal, nonce: random(16), mayHold, mayApprove });
    return doorway.page(context, { title: titleOf(place), visitor, shown: order }, view);
  });

  for (const how of orderStops)
    app.post(`/orders/:account/:number/${how}`, async (context) => {
      const { visitor, form } = await doorway.presser(context, 'hold', { note: noteField });
      const place = orderPlaceOf(doorway, context);
      const done = await desk[how](place, { by: visitor.person, note: form.note });
      return donePage(doorway, context, { visitor, done, what: how, back: orderPath(place) });
    });

  app.post('/orders/:account/:number/reply', async (context) => {
    const { visitor, form } = await doorway.presser(context, 'hold', replyFields);
    const place = orderPlaceOf(doorway, context);
    const { nonce, text, meant } = form;
    const often = doorway.spent(visitor, 'writing');
    // What was typed is shown again.
    const refused = often === null ? null : ({ end: 'refused', line: often.message } as const);
    const done = refused ?? (await desk.reply(place, { nonce, text, isMeant: meant === 'yes' }));
    const tried = { place, seal: visitor.session.seal, nonce, tried: text };
    const next = done.end === 'done' ? {} : { next: replyView(tried) };
    return donePage(doorway, context, { visitor, done, what: 'reply', back: orderPath(place), ...next });
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
    doorway.spend(visitor, 'signing');
    const { session } = visitor;
    const place = orderPlaceOf(doorway, context);
    const found = await desk.wordToSign(place, session.keyName);
    const frame = { title: titleOf(place), visitor };
    if ('missing' in found) return doorway.page(context, frame, unsignableView(place, found.missing));
    const { word } = found.shown;
    doorway.drawn.keep({ place, word, seal: session.seal });
    const asked = doorway.asked(wordText(word.word, word.end));
    const until = timeText(word.end.expiresAtMs);
    const view = approveView({ place, sight: found.shown, until, asked, seal: session.seal });
    return doorway.page(context, { ...frame, shown: word.code }, view);
  });

  app.post('/orders/:account/:number/approve', async (context) => {
    const shape = { nonce: z.string().max(64), answer: answerField };
    const { visitor, form } = await doorway.presser(context, 'approve', shape);
    const place = orderPlaceOf(doorway, context);
    const word = doorway.drawn.take(form.nonce, { place, seal: visitor.session.seal }, doorway.nowMs());
    if (word === null) throw new PageRefused({ code: 'word-gone' });
    const signed = { ...word.end, signature: signatureOf(visitor, word, form.answer) };
    const done = await desk.approve(place, { by: visitor.person, signed, seen: word.seen });
    return donePage(doorway, context, { visitor, done, what: 'approve', back: orderPath(place) });
  });
}

/** A session is no signature: the passkey that signed in has to have signed exactly what was shown. */
function signatureOf({ session: { publicKey } }: Visitor, { word, end }: WordToSign, answer: string): string {
  const signature = `passkey:${answer}`;
  if (isSignature({ publicKey, text: wordText(word, end), signature })) return signature;
  throw new PageRefused({ code: 'other-passkey' });
}

const titleOf = ({ account, orderNumber }: OrderPlace): string => `Order ${orderNumber} of ${account}`;
