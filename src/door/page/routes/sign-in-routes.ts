import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { personOfKey } from '../../../domain/orders/names/key-name.ts';
import { anyKey, signInWord } from '../../../domain/signing/signed-sign-in.ts';
import { wordText } from '../../../domain/signing/signed-word.ts';
import { isSignature } from '../../../register/signature.ts';
import { PageRefused, formOf, type Doorway } from '../doorway.ts';
import type { Challenge } from '../challenges.ts';
import { cookieText } from '../page-headers.ts';
import { signInView } from '../views/sign-in-view.ts';
import { answerField, challengeFields } from './fields.ts';

/** Signing in by a passkey alone, and out again. */
export function signInRoutes(app: Hono, doorway: Doorway): void {
  const { origin, logger } = doorway.options;
  app.get('/sign-in', (context) => signInPage(doorway, context, null));

  app.post('/sign-in', async (context) => {
    doorway.admit(context);
    const { answer, ...challenge } = await formOf(context, { ...challengeFields, answer: answerField });
    const nowMs = doorway.nowMs();
    const problem = doorway.signIns.problemOf(challenge, '', nowMs);
    if (problem !== null) throw new PageRefused({ code: problem });
    const people = doorway.people();
    const signed = { text: textOf(origin, challenge), signature: `passkey:${answer}` };
    const found = [...people.keys].find(([, publicKey]) => isSignature({ publicKey, ...signed }));
    if (found === undefined) throw new PageRefused({ code: 'unknown-passkey' });
    doorway.signIns.use(challenge, nowMs);
    const [keyName, publicKey] = found;
    const person = personOfKey(keyName);
    if (people.roleOf(person) === null) throw new PageRefused({ code: 'no-role', person });
    // Who signs in over another session means to leave that one.
    doorway.sessions.end(doorway.tokenOf(context));
    const { token, ended } = doorway.sessions.open({ keyName, publicKey }, nowMs);
    logger.info({ event: 'signed-in', key: keyName }, `${keyName} has signed in to the page`);
    for (const one of ended)
      logger.info(
        { event: 'session-replaced', key: one.keyName, by: keyName },
        `the oldest session of ${person}, by ${one.keyName}, is over: ten are the most of one person`,
      );
    context.header('set-cookie', cookieText(origin, token));
    return context.redirect('/', 303);
  });

  app.post('/sign-out', async (context) => {
    const { visitor, form } = await doorway.presser(context, 'view', { endpoint: z.string().max(1_000).optional() });
    if (form.endpoint) doorway.options.push?.forget(form.endpoint, visitor.session.keyName);
    doorway.sessions.end(doorway.tokenOf(context));
    context.header('set-cookie', cookieText(origin, null));
    return context.redirect('/sign-in', 303);
  });
}

const textOf = (origin: string, { nonce, expiresAtMs }: Omit<Challenge, 'seal'>): string =>
  wordText(signInWord(origin), { keyId: anyKey, nonce, expiresAtMs });

/** Answers with the page where one signs in, with the reason where there is one. */
export function signInPage(doorway: Doorway, context: Context, why: string | null) {
  const challenge = doorway.signIns.draw('', doorway.nowMs());
  const asked = doorway.asked(textOf(doorway.options.origin, challenge));
  return doorway.page(context, { title: 'Sign in', visitor: null }, signInView(challenge, asked, why));
}
