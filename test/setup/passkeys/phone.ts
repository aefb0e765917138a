/** A person's phone at the page of a door: requests as a browser sends them. */
import { fieldIn } from '../../door/page/page-fixture.ts';
import { clientOf, createPasskey, dataOf, signAssertion, spkiOf, type TestPasskey } from './passkey.ts';

/** A browser without scripts, with a passkey of its own. */
export class Phone {
  readonly #origin: string;
  readonly passkey: TestPasskey;
  #cookie = '';

  constructor(origin: string) {
    this.#origin = origin;
    this.passkey = createPasskey('ES256', origin);
  }

  async look(path: string) {
    return await this.#ask(path, {});
  }

  async press(path: string, form: Readonly<Record<string, string>>) {
    return await this.#ask(path, { method: 'POST', body: new URLSearchParams(form) });
  }

  async #ask(path: string, init: RequestInit) {
    const headers = { cookie: this.#cookie, origin: this.#origin };
    const answer = await fetch(`${this.#origin}${path}`, { ...init, headers, redirect: 'manual' });
    const set = answer.headers.get('set-cookie');
    if (set !== null) this.#cookie = set.split(';')[0] ?? '';
    return { status: answer.status, text: await answer.text() };
  }

  /** Makes the passkey; returns the line that lets it count. */
  async enrol(word: string): Promise<string> {
    const { text } = await this.press('/enrol', { word, device: 'phone' });
    const challenge = challengeIn(text);
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin: this.#origin }));
    const answer = `${client.toString('base64url')}.${spkiOf(this.passkey.keys.publicKey)}`;
    const made = await this.press('/enrol/made', { ...fieldsOf(text), answer });
    return /<textarea[^>]*>([^<]+)</.exec(made.text)?.[1] ?? '';
  }

  async signIn() {
    const { text } = await this.look('/sign-in');
    return await this.press('/sign-in', { ...fieldsOf(text), answer: this.sign(text) });
  }

  /** Presses what an admin does to others, and confirms it by the passkey, or by that of another phone. */
  async confirm(path: string, form: Readonly<Record<string, string>>, signer: Phone = this) {
    const { text } = await this.press(path, form);
    return await this.press(path, { ...fieldsOf(text), ...form, answer: signer.sign(text) });
  }

  /** Signs what a page asks for, as its script does: the text is not on it, its hash is. */
  sign(page: string): string {
    const challenge = challengeIn(page);
    const client = clientOf(this.#origin, '', { challenge });
    const signed = signAssertion(this.passkey, { data: dataOf('localhost'), client });
    return signed.replace('passkey:', '');
  }
}

const challengeIn = (page: string): string => /data-challenge="([^"]+)"/.exec(page)?.[1] ?? '';

const fieldsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    ['name', 'by', 'nonce', 'expiresAtMs', 'seal', 'proof', 'person', 'id'].flatMap((name) => {
      const value = fieldIn(page, name);
      return value === '' ? [] : [[name, value]];
    }),
  );
