/** Everything but the phone itself in the hands of a stranger; the ledger of the service is the judge. */
import { expect, it } from 'vitest';
import { askApproval } from '../../../src/cli/window/ask-window.ts';
import type { SignedWord } from '../../../src/domain/orders/approval.ts';
import type { ApprovalAnswer } from '../../../src/domain/sheet/approval-ask.ts';
import { dataOf, assertionOf, createPasskey, signAssertion, signByPasskey } from '../../setup/passkeys/passkey.ts';
import { account, until } from '../desk-harness.ts';
import { completesOnce, effects, shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';
import { soldTo } from './attack-world.ts';

const phone = createPasskey();
const bens = createPasskey('EdDSA');
const strangers = createPasskey();

const the = shareOperationsWorld((world) => {
  world.env['PEERDESK_APPROVALS'] = 'signed';
  world.env['PEERDESK_APPROVERS'] = `Ana+phone=${phone.publicKey},ben=${bens.publicKey}`;
  // The window is of a process with a note: a worker of its own.
  world.startWorker();
});

type Word = Extract<ApprovalAnswer, { readonly word: unknown }>['word'];

/** What the desk's window says is to be signed. */
async function shownTo({ by = 'Ana', keyId = 'Ana+phone' }, { orderNumber }: CarriedOrder): Promise<Word> {
  const sink = { write: () => true };
  const context = { env: the().env, stdout: sink, stderr: sink };
  const answer = await askApproval({ context, account, timeoutMs: 10_000 }, { orderNumber, by, keyId });
  if ('missing' in answer || 'why' in answer.shown) throw new Error(JSON.stringify(answer));
  return answer.shown.word;
}

const signedWord = ({ nonce, expiresAtMs, seen }: Word, signature: string, keyId = 'Ana+phone'): SignedWord => ({
  keyId,
  nonce,
  expiresAtMs,
  seen,
  signature,
});

async function paidSale(): Promise<CarriedOrder> {
  const order = await the().carry(soldTo(the(), 'Juan Perez'), 'approve');
  await order.waitsFor('release-gate');
  return order;
}

/** Who has a session of the page, the token of a bot and Temporal sends it in each way that there is. */
async function send({ workflowId, control }: CarriedOrder, signed: SignedWord | null): Promise<void> {
  const handle = the().client.workflow.getHandle(workflowId);
  const { mark } = await control.state();
  await control.approve({ by: 'Ana', ...mark, ...(signed === null ? {} : { signed }) }).catch(() => undefined);
  const word = { by: 'Ana', ...mark, ...(signed === null ? {} : { signed }) };
  await handle.signal('approveRelease', word).catch(() => undefined);
}

/** What he has: the word that the window shows, what the person has signed elsewhere, and keys of his own. */
interface Stolen {
  readonly word: Word;
  readonly signIn: string;
  readonly ofOther: Word;
  readonly approvedOther: string;
}

const attacks: readonly [string, (stolen: Stolen) => SignedWord | null][] = [
  ['no signature', () => null],
  ['the signature of her sign-in', ({ word, signIn }) => signedWord(word, signIn)],
  ['the approval of another order', ({ ofOther, approvedOther }) => signedWord(ofOther, approvedOther)],
  [
    'the approval of another order, over what this one shows',
    ({ word, ofOther, approvedOther }) => signedWord({ ...ofOther, seen: word.seen }, approvedOther),
  ],
  ['a passkey of his own', ({ word }) => signedWord(word, signByPasskey(strangers, word.text))],
  ['one that is not listed', ({ word }) => signedWord(word, signByPasskey(strangers, word.text), 'Ana+watch')],
  ['the name of another key', ({ word }) => signedWord(word, signByPasskey(strangers, word.text), 'ben')],
  [
    'what her phone has said, and his signature',
    ({ word, signIn }) => {
      const [data, client] = signIn.split('.');
      return signedWord(word, [data, client, signByPasskey(strangers, word.text).split('.')[2]].join('.'));
    },
  ],
  [
    'her tap on a page of his',
    ({ word }) => signedWord(word, signByPasskey({ ...phone, origin: 'https://evil.example' }, word.text)),
  ],
  [
    'her phone without her finger',
    ({ word }) => {
      const assertion = { ...assertionOf(phone, word.text), data: dataOf('desk.example.net', 0x19) };
      return signedWord(word, signAssertion(phone, assertion));
    },
  ],
  ['a signature of Ed25519', ({ word }) => signedWord(word, `${'A'.repeat(86)}==`)],
  [
    'her tap for another total',
    ({ word }) => {
      const text = word.text.replace(/^total: .*$/m, 'total: "1.00"');
      return signedWord(word, signByPasskey(phone, text));
    },
  ],
  [
    'her tap with another nonce',
    ({ word }) => signedWord({ ...word, nonce: 'f'.repeat(32) }, signByPasskey(phone, word.text)),
  ],
  [
    'her tap with another end',
    ({ word }) => signedWord({ ...word, expiresAtMs: word.expiresAtMs - 1 }, signByPasskey(phone, word.text)),
  ],
];

const releasesOf = ({ orderNumber }: CarriedOrder): number => effects(the().simulator.ledger(), 'release', orderNumber);

it('ADR 0062: a stolen bot token, a stolen cookie and access to Temporal at once release nothing', async () => {
  const other = await paidSale();
  const ofOther = await shownTo({}, other);
  const signIn = signByPasskey(phone, 'peerdesk sign-in 1\norigin: "https://desk.example.net"');
  const approvedOther = signByPasskey(phone, ofOther.text);
  const tried: { name: string; order: CarriedOrder }[] = [];
  for (const [name, forge] of attacks) {
    const order = await paidSale();
    const word = await shownTo({}, order);
    await send(order, forge({ word, signIn, ofOther, approvedOther }));
    tried.push({ name, order });
  }
  for (const { order } of tried) {
    await until(
      'what was sent was refused, or looked at and does not count',
      () => order.control.state(),
      ({ approvals, checks, waitingFor }) =>
        releasesOf(order) > 0 ||
        (waitingFor.code === 'release-gate' &&
          (approvals.length === 0 || checks.some(({ name }) => name === 'approval-signed'))),
    );
  }
  expect(tried.filter(({ order }) => releasesOf(order) > 0).map(({ name }) => name)).toEqual([]);
  expect(releasesOf(other)).toBe(0);
});

it('ADR 0062: the tap of the person herself releases, once, however often it is sent', async () => {
  const order = await paidSale();
  const word = await shownTo({}, order);
  const signed = signedWord(word, signByPasskey(phone, word.text));
  expect(await order.control.approve({ by: 'Ana', signed })).toMatchObject({
    approvals: [{ by: 'Ana', signed: true }],
  });
  await completesOnce(the(), order);
  await send(order, signed);
  expect(releasesOf(order)).toBe(1);
});
