/** An act that a session alone does not do: the passkey that signed in signs exactly it, freshly. */
import type { Context } from 'hono';
import type { z } from 'zod';
import { pageActWord, type PageAct } from '../../../domain/signing/signed-page-act.ts';
import { wordText } from '../../../domain/signing/signed-word.ts';
import { isSignature } from '../../../register/signature.ts';
import { PageRefused, type Doorway, type Visitor } from '../doorway.ts';
import { actView } from '../views/act-view.ts';
import { answerField, challengeFields } from './fields.ts';

/** What the form brings back that was signed; without it the signature is asked for. */
export const actFields = {
  nonce: challengeFields.nonce.optional(),
  expiresAtMs: challengeFields.expiresAtMs.optional(),
  /** The seal of the challenge: `seal` is the session's. */
  proof: challengeFields.seal.optional(),
  answer: answerField.optional(),
};

type ActForm = z.output<z.ZodObject<typeof actFields>>;

interface Asking {
  readonly visitor: Visitor;
  readonly act: PageAct;
  readonly form: ActForm;
  /** What is signed, as the person reads it. */
  readonly says: string;
  /** Where the form is sent to, with what it was sent with. */
  readonly sentTo: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Returns null where the passkey that signed in has signed this act just now, and its signature counts no more; else the page
 * that asks for it. Throws a refusal for a signature that does not fit.
 */
export function unsignedPage(doorway: Doorway, context: Context, { visitor, act, form, ...asking }: Asking) {
  const { answer } = form;
  if (answer !== undefined) {
    prove(doorway, visitor, { act, answer, challenge: challengeOf(form) });
    return null;
  }
  const { nonce, expiresAtMs, seal: proof } = doorway.acts.draw(subjectOf(visitor, act), doorway.nowMs());
  const asked = doorway.asked(textOf(doorway, visitor, { act, nonce, expiresAtMs }));
  const fields = { ...asking.fields, seal: visitor.session.seal, nonce, expiresAtMs, proof };
  return doorway.page(context, { title: 'Confirm with your passkey', visitor }, actView({ ...asking, fields, asked }));
}

const challengeOf = ({ nonce = '', expiresAtMs = 0, proof = '' }: ActForm) => ({ nonce, expiresAtMs, seal: proof });

interface Proof {
  readonly act: PageAct;
  readonly answer: string;
  readonly challenge: ReturnType<typeof challengeOf>;
}

function prove(doorway: Doorway, visitor: Visitor, { act, answer, challenge }: Proof): void {
  const nowMs = doorway.nowMs();
  const problem = doorway.acts.problemOf(challenge, subjectOf(visitor, act), nowMs);
  if (problem !== null) throw new PageRefused({ code: problem });
  const { publicKey } = visitor.session;
  const text = textOf(doorway, visitor, { act, ...challenge });
  if (!isSignature({ publicKey, text, signature: `passkey:${answer}` }))
    throw new PageRefused({ code: 'other-passkey' });
  doorway.acts.use(challenge, nowMs);
}

const subjectOf = ({ session }: Visitor, { name, of }: PageAct): string => JSON.stringify([session.id, name, of]);

interface Drawn {
  readonly act: PageAct;
  readonly nonce: string;
  readonly expiresAtMs: number;
}

function textOf({ options }: Doorway, { session }: Visitor, { act, nonce, expiresAtMs }: Drawn): string {
  const { keyName, id } = session;
  const word = pageActWord(act, { origin: options.origin, session: id, keyName });
  return wordText(word, { keyId: keyName, nonce, expiresAtMs });
}
