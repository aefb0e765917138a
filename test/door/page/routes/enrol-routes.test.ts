import { describe, expect, it } from 'vitest';
import { createPasskey, spkiOf } from '../../../setup/passkeys/passkey.ts';
import { PageWorld, fieldIn, origin } from '../page-fixture.ts';

describe('phone: making a passkey', () => {
  const made = (page: string, key: string, part: object = {}) => {
    const challenge = /data-challenge="([^"]+)"/.exec(page)?.[1];
    const client = JSON.stringify({ type: 'webauthn.create', challenge, origin, ...part });
    const fields = ['name', 'by', 'nonce', 'expiresAtMs', 'seal'].map((name) => [name, fieldIn(page, name)]);
    return { ...Object.fromEntries(fields), answer: `${Buffer.from(client).toString('base64url')}.${key}` };
  };

  it('a word of the machine makes one key of one device, and shows the line that lets it count', async () => {
    const world = new PageWorld();
    world.enrolment = { person: 'ana', by: 'ida+laptop' };
    const { text } = await world.post('/enrol', { word: 'ABCD', device: 'tablet' });
    const passkey = createPasskey('ES256', origin);
    const form = made(text, spkiOf(passkey.keys.publicKey));
    const line = `ana+tablet=${passkey.publicKey}`;
    const answer = await world.post('/enrol/made', form);
    expect(answer.text).toContain(line);
    expect(world.lines).toContainEqual({ event: 'enrolled', line, by: 'ida+laptop' });
    expect((await world.post('/enrol/made', form)).text).toContain('this signature was used already');
  });

  it('refused: a word that was used, one that is late, a device without a name', async () => {
    const world = new PageWorld();
    world.enrolment = { person: 'ana', by: 'ida+laptop' };
    expect((await world.post('/enrol', { word: 'ABCD', device: 'a b' })).status).toBe(422);
    await world.post('/enrol', { word: 'ABCD', device: 'phone' });
    const used = await world.post('/enrol', { word: 'ABCD', device: 'phone' });
    expect(used).toMatchObject({ status: 403, text: expect.stringContaining('was used already, or is none') });
    world.enrolment = { problem: 'enrolment-late' };
    const late = await world.post('/enrol', { word: 'ABCD', device: 'phone' });
    expect(late).toMatchObject({ status: 403, text: expect.stringContaining('more than ten minutes old') });
  });

  it('refused: another name, another who drew the word, another page, another challenge, what is no key', async () => {
    const world = new PageWorld();
    world.enrolment = { person: 'ana', by: 'ida+laptop' };
    const { text } = await world.post('/enrol', { word: 'ABCD', device: 'phone' });
    const key = spkiOf(createPasskey('ES256', origin).keys.publicKey);
    const status = async (form: Record<string, string>) => (await world.post('/enrol/made', form)).status;
    expect(await status({ ...made(text, key), name: 'ben+phone' })).toBe(403);
    expect(await status({ ...made(text, key), by: 'ana' })).toBe(403);
    expect(await status(made(text, key, { origin: 'https://evil.example' }))).toBe(422);
    expect(await status(made(text, key, { type: 'webauthn.get' }))).toBe(422);
    expect(await status(made(text, key, { challenge: 'AAAA' }))).toBe(422);
    expect(await status(made(text, 'AAAA'))).toBe(422);
    expect(await status({ ...made(text, key), answer: `AAAA.${key}` })).toBe(422);
    expect(await status(made(text, key))).toBe(200);
  });
});
