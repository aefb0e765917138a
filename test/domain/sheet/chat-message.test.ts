import { describe, expect, it } from 'vitest';
import { messageFault, messageSchema, saidBefore, saidSchema } from '../../../src/domain/sheet/chat-message.ts';
import { maxSaid } from '../../../src/domain/sheet/order-sheet.ts';

const id = '6f1f6a0e-3b1c-4c57-9d0e-0a8f6e0d2b11';
const atMs = 1_768_000_000_000;

describe('a message to a counterparty', () => {
  it.each([
    ['Hola,\nya lo reviso ñ 👍', null],
    ['', 'empty'],
    [' \n', 'empty'],
    ['x'.repeat(maxSaid), null],
    ['x'.repeat(maxSaid + 1), 'too-long'],
    ['a\u001b[2J', 'unsayable'],
    ['tab\t', 'unsayable'],
    ['half \ud83d', 'unsayable'],
  ])('chat: %j may be sent, or why not', (text, fault) => expect(messageFault(text)).toBe(fault));

  it('chat: has its id before it is sent', () => {
    const message = { id, text: 'Hola', triedAtMs: null, despiteAppeal: false };
    expect(messageSchema.parse(message)).toEqual(message);
    expect(messageSchema.safeParse({ ...message, id: 'mine' }).success).toBe(false);
    expect(messageSchema.safeParse({ ...message, more: 1 }).success).toBe(false);
  });

  it('chat: an earlier try is what the chat shows; what it does not show is repeated only when nothing is on its way', () => {
    const tried = { text: 'Hola', triedAtMs: atMs };
    expect(saidBefore({ kind: 'found', text: 'Hola' }, tried, atMs)).toEqual({ outcome: 'sent', before: true });
    const other = saidBefore({ kind: 'found', text: 'Adios' }, tried, atMs);
    expect(other).toEqual({ outcome: 'not-sent', why: { code: 'other-text' } });
    const young = saidBefore({ kind: 'absent' }, tried, atMs + 59_999);
    expect(young).toEqual({ outcome: 'unknown', why: { code: 'unseen', triedAtMs: atMs } });
    expect(saidBefore({ kind: 'absent' }, tried, atMs + 60_000)).toBeNull();
    const beyond = saidBefore({ kind: 'beyond' }, tried, atMs + 60_000);
    expect(beyond).toEqual({ outcome: 'unknown', why: { code: 'beyond' } });
    for (const said of [other, young, beyond]) expect(saidSchema.parse(said)).toEqual(said);
  });
});
