import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptMessages } from '../../../src/cli/chat/kept-messages.ts';
import { replyOnPage } from '../../../src/cli/page/reply-on-page.ts';
import type { OrderMessage, Said } from '../../../src/domain/sheet/chat-message.ts';
import { atMs } from '../../domain/sheet/sheet-fixture.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { closedPeople, openDoors } from '../window/window-fixture.ts';

const place = { account: 'main', orderNumber: '88' };
const form = { nonce: '1'.repeat(32), text: 'Ya lo reviso, Hortensia', isMeant: false };
const unseen: Said = { outcome: 'unknown', why: { code: 'unseen', triedAtMs: atMs } };
const inAppeal: Said = { outcome: 'not-sent', why: { code: 'appeal' } };
const sink = { write: () => expect.unreachable('the page prints nothing') };

const pageOf = (env: Record<string, string>) => replyOnPage(() => ({ env, stdout: sink, stderr: sink }));

/** A page beside a worker that answers so, one answer after the other. */
async function openPage(...answers: (Said | Promise<Said>)[]) {
  const asked: OrderMessage[] = [];
  const say = async (_order: string, message: OrderMessage): Promise<Said> => {
    asked.push(message);
    return await (answers.shift() ?? { outcome: 'sent', before: false });
  };
  const env = await openDoors(() => ({ ...closedPeople, kind: 'open', chats: { ...closedPeople.chats, say } }));
  return { env, asked, ...pageOf(env) };
}

describe('phone: a reply', () => {
  it('pressed twice at once, and once more later, is said once; no file has its text', async () => {
    const { env, asked, reply } = await openPage();
    const [one, other] = await Promise.all([reply(place, form), reply(place, form)]);
    expect(one).toEqual({ end: 'done', line: expect.stringMatching(/^order 88: message [\da-f-]{36} sent$/) });
    expect(other).toEqual(one);
    expect(await reply(place, form)).toEqual({
      end: 'done',
      line: expect.stringContaining('was sent before, and nothing left now'),
    });
    expect(asked).toMatchObject([{ text: form.text, triedAtMs: null, despiteAppeal: false }]);
    const files = readdirSync(env.PEERDESK_STATE_DIR).map((file) => readFileSync(join(env.PEERDESK_STATE_DIR, file)));
    expect(Buffer.concat(files).toString('utf8')).not.toContain('Hortensia');
  });

  it('of another form, another text or another order is another message', async () => {
    const { asked, reply } = await openPage();
    await reply(place, form);
    await reply(place, { ...form, nonce: '2'.repeat(32) });
    await reply(place, { ...form, text: 'Listo' });
    await reply({ ...place, orderNumber: '89' }, form);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(4);
  });

  it('that may have left is looked for first when it is sent again; another one waits for a person who means it', async () => {
    const { asked, reply } = await openPage(unseen);
    expect(await reply(place, form)).toEqual({
      end: 'uncertain',
      line: expect.stringMatching(/^order 88: it is not known whether .*sent again from here it is looked for first/),
    });
    const another = { ...form, nonce: '2'.repeat(32) };
    const refused = await reply(place, another);
    expect(refused).toEqual({ end: 'refused', line: expect.stringContaining('and tick below to say another') });
    expect(refused.line).not.toContain('--');
    expect(asked).toHaveLength(1);
    await reply(place, form);
    expect(asked[1]).toMatchObject({ id: asked[0]?.id, triedAtMs: atMs });
    expect((await reply(place, another)).end).toBe('done');
  });

  it('in an appeal takes a person who means it', async () => {
    const { asked, reply } = await openPage(inAppeal);
    expect(await reply(place, form)).toEqual({
      end: 'refused',
      line: 'an appeal has begun at order 88, and who decides it reads what you write: add the tick below to mean it',
    });
    expect((await reply(place, { ...form, isMeant: true })).end).toBe('done');
    expect(asked.map(({ despiteAppeal }) => despiteAppeal)).toEqual([false, true]);
  });

  it('that certainly was not sent is refused, and leaves nothing behind', async () => {
    const env = { PEERDESK_STATE_DIR: await temporaryDirectory() };
    expect(await pageOf(env).reply(place, form)).toEqual({
      end: 'refused',
      line: 'order 88: not sent: no worker of this machine leads the account main',
    });
    for (const text of ['', ' \n', 'x'.repeat(501), 'a\u0007'])
      expect((await pageOf(env).reply(place, { ...form, text })).line).toMatch(/^the text must /);
    expect(keptMessages(env)).toEqual([]);
  });
});
