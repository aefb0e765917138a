/** The page of a real door, by requests as a browser sends them and passkeys of the test's own. */
import { expect, it } from 'vitest';
import { createPasskey, signByPasskey, spkiOf, type TestPasskey } from '../../setup/passkeys/passkey.ts';
import { fieldIn } from '../../door/page/page-fixture.ts';
import { anyKey, signInWord } from '../../../src/domain/signing/signed-sign-in.ts';
import { wordText } from '../../../src/domain/signing/signed-word.ts';
import { until } from '../desk-harness.ts';
import { openPhoneWorld, type PhoneWorld } from './phone-world.ts';

/** A browser without scripts. */
class Phone {
  readonly #origin: string;
  readonly passkey: TestPasskey;
  #cookie = '';

  constructor({ origin }: PhoneWorld) {
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
    const challenge = /data-challenge="([^"]+)"/.exec(text)?.[1];
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin: this.#origin }));
    const fields = ['name', 'nonce', 'expiresAtMs', 'seal'].map((name) => [name, fieldIn(text, name)]);
    const answer = `${client.toString('base64url')}.${spkiOf(this.passkey.keys.publicKey)}`;
    const made = await this.press('/enrol/made', { ...Object.fromEntries(fields), answer });
    return /<textarea[^>]*>([^<]+)</.exec(made.text)?.[1] ?? '';
  }

  async signIn() {
    const { text } = await this.look('/sign-in');
    const form = {
      nonce: fieldIn(text, 'nonce'),
      expiresAtMs: fieldIn(text, 'expiresAtMs'),
      seal: fieldIn(text, 'seal'),
    };
    const end = { keyId: anyKey, nonce: form.nonce, expiresAtMs: Number(form.expiresAtMs) };
    return await this.press('/sign-in', { ...form, answer: this.#signed(wordText(signInWord(this.#origin), end)) });
  }

  /** Signs what a page asks for: the text is not on it, its hash is. */
  #signed(text: string): string {
    return signByPasskey(this.passkey, text).replace('passkey:', '');
  }
}

it('outlook 2.2: who may look cannot approve, and nothing is released; a hold needs a session alone', async () => {
  const world = await openPhoneWorld();
  const [ana, eva] = [new Phone(world), new Phone(world)];
  const alone = await world.start('door');
  const lines: string[] = [];
  for (const [name, phone] of [
    ['ana', ana],
    ['eva', eva],
  ] as const) {
    const { stdout } = await world.ask('door', 'enrol', name);
    lines.push(await phone.enrol(stdout.split('\n')[0] ?? ''));
  }
  await alone.stop();
  world.enrol(lines);
  await world.start('start', '--ui-port', '0');
  expect(await world.ask('config', 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const order = await world.paidOrder('400.00');
  expect((await eva.signIn()).status).toBe(303);
  const seen = await eva.look(`/orders/main/${order}`);
  expect(seen.text).toContain('The release still lacks');
  expect(await eva.look(`/orders/main/${order}/approve`)).toMatchObject({
    status: 403,
    text: expect.stringContaining('this needs the role approve'),
  });
  expect((await ana.signIn()).status).toBe(303);
  const list = await ana.look('/');
  expect(list.text).toContain(`Order ${order}`);
  const seal = fieldIn(list.text, 'seal');
  const held = await ana.press(`/orders/main/${order}/hold`, { seal, note: 'call first' });
  expect(held).toMatchObject({ status: 200, text: expect.stringContaining(`order ${order}: hold by ana noted`) });
  const killed = await ana.press('/accounts/main/kill', { seal, note: '', switch: 'releases' });
  expect(killed.text).toContain('releases');
  await until(
    'the hold shows',
    async () => (await ana.look(`/orders/main/${order}`)).text,
    (text) => text.includes('by ana: call first'),
  );
  expect(world.simulator.ledger().releases).toBe(0);
}, 600_000);
