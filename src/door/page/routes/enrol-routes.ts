import type { Hono } from 'hono';
import { z } from 'zod';
import { keyNamePattern } from '../../../domain/orders/names/key-name.ts';
import { passkeyOf } from '../../../register/passkey.ts';
import { PageRefused, formOf, type Doorway } from '../doorway.ts';
import { enrolView, madeView, makeView } from '../views/sign-in-view.ts';
import { challengeFields } from './fields.ts';

const wordForm = {
  word: z.string().trim().min(1).max(40),
  device: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,20}$/),
};

const madeForm = {
  ...challengeFields,
  name: z.string().regex(keyNamePattern),
  /** Who drew the word; of the challenge as the name is. */
  by: z.string().max(80),
  /** What the browser says of the page, and the public key. */
  answer: z
    .string()
    .max(2_000)
    .regex(/^[\w-]+\.[\w+/]+={0,2}$/),
};

/** Making a passkey. The door cannot let it count: the configuration of the worker alone names keys. */
export function enrolRoutes(app: Hono, doorway: Doorway): void {
  const { origin, enrolments, random, logger } = doorway.options;
  app.get('/enrol', (context) => doorway.page(context, { title: 'Make a passkey', visitor: null }, enrolView()));

  app.post('/enrol', async (context) => {
    doorway.admit(context);
    const { word, device } = await formOf(context, wordForm);
    const taken = enrolments.take(word, doorway.nowMs());
    if ('problem' in taken) throw new PageRefused({ code: taken.problem });
    const name = `${taken.person}+${device}`;
    const { by } = taken;
    const challenge = doorway.enrolments.draw(subjectOf(name, by), doorway.nowMs());
    const user = Buffer.from(random(16), 'hex').toString('base64url');
    const view = makeView({ name, by, ...challenge }, { ...doorway.asked(textOf(name, challenge.nonce)), user });
    return doorway.page(context, { title: 'Make a passkey', visitor: null }, view);
  });

  app.post('/enrol/made', async (context) => {
    doorway.admit(context);
    const { name, by, answer, ...challenge } = await formOf(context, madeForm);
    const problem = doorway.enrolments.problemOf(challenge, subjectOf(name, by), doorway.nowMs());
    if (problem !== null) throw new PageRefused({ code: problem });
    const [client = '', key = ''] = answer.split('.');
    const asked = doorway.asked(textOf(name, challenge.nonce));
    if (!isMadeHere(client, { origin, challenge: asked.challenge }))
      throw new PageRefused({ code: 'unreadable', field: 'the passkey' });
    const publicKey = `passkey:${origin}:${key}`;
    if (passkeyOf(publicKey) === null) throw new PageRefused({ code: 'unreadable', field: 'the passkey' });
    doorway.enrolments.use(challenge, doorway.nowMs());
    const line = `${name}=${publicKey}`;
    logger.info(
      { event: 'enrolled', line, by },
      `a passkey was made by a word that ${by} drew; this line lets it count: ${line}`,
    );
    return doorway.page(context, { title: 'The passkey is made', visitor: null }, madeView(line));
  });
}

const subjectOf = (name: string, by: string): string => JSON.stringify([name, by]);

const textOf = (name: string, nonce: string): string => `peerdesk enrolment 1\nname: ${JSON.stringify(name)}\n${nonce}`;

const clientSchema = z.object({ type: z.literal('webauthn.create'), challenge: z.string(), origin: z.string() });

/** Whether a browser says that it made a passkey on this page, asked for by this door. */
function isMadeHere(client: string, wanted: { readonly origin: string; readonly challenge: string }): boolean {
  try {
    const { origin, challenge } = clientSchema.parse(JSON.parse(Buffer.from(client, 'base64url').toString('utf8')));
    return origin === wanted.origin && challenge === wanted.challenge;
  } catch {
    return false;
  }
}
