import type { Client } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { temporalTrouble } from '../../../src/client/connection/temporal-trouble.ts';
import type { AccountRuntime } from '../../../src/workers/accounts/account-runtime.ts';
import { refuseUnsafeLive } from '../../../src/workers/accounts/live-safety.ts';

const longestQuestionMs = 10_000;

/** An account at a real service, which its worker may write to over a server that all may control. */
function account(config: object = {}, service = 'real') {
  const allowed = {
    account: 'main',
    baseUrl: 'https://api.example.com',
    allowLive: true,
    allowDevServer: false,
    allowPlainPayloads: true,
  };
  return { config: { ...allowed, ...config }, identity: { kind: () => service }, exchange: {} } as AccountRuntime;
}

type Answer = { persistenceStore: string } | Error;

/** A server that is asked with a deadline, and never otherwise. */
function serverOf(answer: Answer) {
  const limitsMs: number[] = [];
  const client = {
    withDeadline: async (deadline: number, call: () => Promise<unknown>) => {
      limitsMs.push(deadline - Date.now());
      return call();
    },
    workflowService: {
      getClusterInfo: async () => {
        if (limitsMs.length === 0) throw new Error('asked without a deadline');
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  } as unknown as Client;
  return { client, limitsMs };
}

function grpcError(code: number, details: string): Error {
  return Object.assign(new Error(`${code} ${details}`), { code, details, metadata: {} });
}

/** Looks whether an account may begin to write, on a server that answers so. */
async function begin(answer: Answer, runtime = account(), { isBroken = false, how = 'created' } = {}) {
  const { client, limitsMs } = serverOf(answer);
  const examined: string[] = [];
  const examine = async ({ account: { account: name } }: { account: { account: string } }) => {
    examined.push(name);
    if (isBroken) throw new Error('something is broken');
  };
  const register = { identity: async () => ({ generation: 'one', how, createdAtMs: 0 }) };
  const begun = refuseUnsafeLive(runtime, { client, register, codec: { keys: null } as never, examine });
  const reason = await begun.then(
    () => null,
    (error: unknown) => error,
  );
  return { reason, examined, limitsMs };
}

describe('S11: live writes to a real service', () => {
  it.each(['sqlite', 'SQLite,elasticsearch'])('are not begun over a development server (%s)', async (store) => {
    const { reason, examined } = await begin({ persistenceStore: store });
    expect(reason).toMatchObject({ name: 'ConfigurationError' });
    expect(String(reason)).toMatch(/a development server.*PEERDESK_ALLOW_DEV_SERVER=yes/);
    expect(examined).toEqual([]);
  });

  it.each(['postgres12', 'cassandra', ''])('are begun over another one (%j), once it was examined', async (store) => {
    const runtime = account();
    const first = await begin({ persistenceStore: store }, runtime);
    expect(first).toMatchObject({ reason: null, examined: ['main'] });
    expect(await begin({ persistenceStore: store }, runtime)).toMatchObject({ reason: null, examined: [] });
  });

  it('are examined again after an examination that found something broken', async () => {
    const runtime = account();
    const broken = await begin({ persistenceStore: 'postgres12' }, runtime, { isBroken: true });
    expect(String(broken.reason)).toMatch(/something is broken/);
    expect(await begin({ persistenceStore: 'postgres12' }, runtime)).toMatchObject({
      reason: null,
      examined: ['main'],
    });
  });

  it.each([
    [7, 'PERMISSION_DENIED'],
    [16, 'UNAUTHENTICATED'],
    [12, 'UNIMPLEMENTED'],
  ])(
    'are begun where a server may not be asked (%i %s): a development server answers everyone',
    async (code, words) => {
      expect(await begin(grpcError(code, words))).toMatchObject({ reason: null, examined: ['main'] });
    },
  );

  it.each([
    [4, 'Deadline exceeded', 'late'],
    [14, 'No connection established', 'unreachable'],
    [8, 'namespace rate limit exceeded', 'other'],
  ])('S13: are not begun while the server does not tell (%i %s), which is said in words', async (code, words, kind) => {
    const { reason, examined } = await begin(grpcError(code, words));
    expect(String(reason)).toMatch(/has not answered within 10 s whether it is a development server/);
    // The end of a process that serves nothing else names the server, as for any other silence.
    expect(reason instanceof Error ? temporalTrouble(reason)?.kind : null).toBe(kind);
    expect(examined).toEqual([]);
  });

  it('a server that falls silent is waited for no longer than a service that does not say who it is', async () => {
    const { limitsMs } = await begin({ persistenceStore: 'postgres12' });
    expect(limitsMs).toHaveLength(1);
    expect(limitsMs[0]).toBeLessThanOrEqual(longestQuestionMs);
    expect(limitsMs[0]).toBeGreaterThan(longestQuestionMs / 2);
  });

  it('a service that was not reached counts as a real one', async () => {
    expect((await begin({ persistenceStore: 'sqlite' }, account({}, 'unknown'))).reason).not.toBeNull();
  });

  it.each([
    ['of a simulator', account({}, 'simulator')],
    ['that are not allowed', account({ allowLive: false })],
    ['over a server that is allowed', account({ allowDevServer: true })],
  ])('the server is not asked about writes %s', async (_, runtime) => {
    expect(await begin({ persistenceStore: 'sqlite' }, runtime)).toMatchObject({ reason: null, limitsMs: [] });
  });

  it('S2: are not begun with payloads in clear, unless that is allowed', async () => {
    const { reason, examined } = await begin(
      { persistenceStore: 'postgres12' },
      account({ allowPlainPayloads: false }),
    );
    expect(String(reason)).toMatch(/PEERDESK_CODEC_KEYS_FILE.*PEERDESK_ALLOW_PLAIN_PAYLOADS=yes/);
    expect(examined).toEqual([]);
  });

  it.each([
    ['simulator', false],
    ['created', true],
    ['recovered', true],
  ])(
    'reliability, claims: at an address without TLS, with a register that was %s, are begun: %s',
    async (how, isBegun) => {
      const at = (baseUrl: string) => begin({ persistenceStore: 'postgres12' }, account({ baseUrl }), { how });
      const { reason, examined } = await at('http://127.0.0.1:8400');
      expect(examined).toEqual(isBegun ? ['main'] : []);
      if (!isBegun) expect(String(reason)).toMatch(/not proven that it is a simulator.*peerdesk register create/);
    },
  );
});
