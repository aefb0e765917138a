import { describe, expect, it } from 'vitest';
import { createGate, ExchangeError } from '../../../src/exchange/index.ts';
import { defaultExchangeSettings } from '../../../src/domain/exchange-settings.ts';
import { KeyWatch } from '../../../src/workers/accounts/key-watch.ts';

const refusal = (code: string, sent: 'yes' | 'no' = 'yes') =>
  new ExchangeError({ message: 'no', endpoint: 'baseDetail', sent, code });

/** A watch over a service that answers the plainest read like this, one answer after the other. */
function watchOver(...answers: (ExchangeError | null)[]) {
  const gate = createGate(defaultExchangeSettings);
  const said: string[] = [];
  let asked = 0;
  let nowMs = 0;
  const watch = new KeyWatch({
    read: () => {
      const answer = answers[asked] ?? null;
      asked += 1;
      return answer === null ? Promise.resolve() : Promise.reject(answer);
    },
    gate,
    logger: { error: (...line: unknown[]) => void said.push(String(line.at(-1))) },
    elapsed: () => nowMs,
    signal: new AbortController().signal,
    againMs: 0,
  });
  const refused = async (error: ExchangeError | null, atMs = 0): Promise<void> => {
    nowMs = atMs;
    watch.attempted({ error });
    expect(await watch.areRefused()).toBe(gate.hasRefusedKeys());
  };
  return { watch, gate, said, refused, asked: () => asked };
}

describe('the keys of an account', () => {
  it('U16: a doubt about them is waited for: one refused key is one need', async () => {
    const { watch } = watchOver(refusal('-2015'), refusal('-2015'));
    expect(await watch.areRefused()).toBe(false);
    watch.attempted({ error: refusal('-2015') });
    expect(await watch.areRefused()).toBe(true);
  });

  it.each(['-2015', '-1022', '-2014'])(
    'refused twice by the plainest read close its gate, and are said once: %s',
    async (code) => {
      const { gate, said, refused } = watchOver(refusal(code), refusal(code));
      await refused(refusal(code));
      expect(gate.hasRefusedKeys()).toBe(true);
      expect(gate.peek()).toMatchObject({ allowed: false, reason: 'keys', code });
      expect(gate.enter()).toMatchObject({ allowed: false, reason: 'keys', code });
      expect(said).toEqual([expect.stringContaining('peerdesk config reload')]);
    },
  );

  it.each<[string, (ExchangeError | null)[]]>([
    ['one operation alone is refused', [null]],
    ['the service was confused for a moment', [refusal('-2015'), null]],
    ['the service cannot be reached then', [refusal('-2015'), refusal('-2015', 'no')]],
  ])('stay in use when %s', async (_, answers) => {
    const { gate, refused } = watchOver(...answers);
    await refused(refusal('-2015'));
    expect(gate.peek()).toEqual({ allowed: true });
  });

  it('are asked about once a minute, and not for other refusals', async () => {
    const { refused, asked } = watchOver();
    await refused(null);
    await refused(refusal('187055'));
    await refused(refusal('-2015', 'no'));
    expect(asked()).toBe(0);
    await refused(refusal('-2015'), 1_000);
    await refused(refusal('-2015'), 60_999);
    expect(asked()).toBe(1);
    await refused(refusal('-2015'), 61_000);
    expect(asked()).toBe(2);
  });
});
