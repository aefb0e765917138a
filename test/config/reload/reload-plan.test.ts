import { beforeEach, describe, expect, it } from 'vitest';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import type { AccountConfig, EgressConfig } from '../../../src/config/egress-config.ts';
import { boundConfig, fingerprintOf, wantedBy } from '../../../src/config/reload/accepted.ts';
import { planReload, restartReasons } from '../../../src/config/reload/reload-plan.ts';

const env = {
  PEERDESK_BASE_URL: 'https://api.example.com',
  PEERDESK_API_KEY: 'a-key',
  PEERDESK_API_SECRET: 'a-secret',
  PEERDESK_MAX_RELEASE: '100 BOB',
  PEERDESK_NOTIFY_URL: 'https://hook.example.com/x',
};
let base: EgressConfig;
const accountOf = (account: string, part: Record<string, string> = {}): AccountConfig =>
  readEgressConfig({ ...env, ...part, PEERDESK_ACCOUNT: account }).accounts[0];
const of = (first: AccountConfig, ...others: AccountConfig[]): EgressConfig => ({
  ...base,
  accounts: [first, ...others],
});

beforeEach(() => {
  base = readEgressConfig(env);
});

describe('the register of a running process', () => {
  const postgres = (url: string): EgressConfig => ({
    ...base,
    register: { kind: 'postgres', url, isSimulators: false },
  });

  it('is opened at the start: another address needs a restart', () => {
    const [one, other] = [postgres('postgres://a/x'), postgres('postgres://b/x')];
    expect(restartReasons(one, one)).toEqual([]);
    expect(restartReasons(one, other)).toEqual(['register.url_file: the register is opened at the start']);
    expect(restartReasons(base, one)).toEqual(['register.url_file: the register is opened at the start']);
  });

  it('the first real service beside simulators needs a restart: their register is no memory of real money', () => {
    const atSimulator = { PEERDESK_BASE_URL: 'http://127.0.0.1:8400' };
    const simulators = readEgressConfig({ ...env, ...atSimulator });
    expect(simulators.register.isSimulators).toBe(true);
    expect(restartReasons(simulators, of(accountOf('main')))).toEqual([
      'account.main.service: the register of real money is opened at the start',
    ]);
    expect(restartReasons(simulators, of(accountOf('main', { ...atSimulator, PEERDESK_ALLOW_LIVE: 'yes' })))).toEqual(
      [],
    );
    expect(restartReasons(base, of(accountOf('main'), accountOf('second', atSimulator)))).toEqual([]);
  });
});

describe('what a reload does to the accounts of a process', () => {
  it('nothing, when the same is read again', () => {
    const plan = planReload(of(accountOf('main'), accountOf('second')), of(accountOf('main'), accountOf('second')));
    expect(plan).toEqual({ added: [], dropped: [], changed: [] });
  });

  it('adds and drops, and leaves alone what is the same', () => {
    const plan = planReload(of(accountOf('main'), accountOf('second')), of(accountOf('main'), accountOf('third')));
    expect(plan).toMatchObject({ added: [{ account: 'third' }], dropped: ['second'], changed: [] });
  });

  it.each<[string, Record<string, string>]>([
    ['service', { PEERDESK_BASE_URL: 'https://other.example.com' }],
    ['keys', { PEERDESK_API_SECRET: 'another' }],
    ['seed of the one-time codes', { PEERDESK_TOTP_SECRET: 'GEZDGNBVGY3TQOJQ' }],
    ['settings', { PEERDESK_SETTING_MARKET_INTERVAL_MS: '7000' }],
    ['ads in shadow', { PEERDESK_SHADOW_ADS: '111,222' }],
    ['live writes', { PEERDESK_ALLOW_LIVE: 'yes' }],
    ['release limits', { PEERDESK_MAX_RELEASE: '90 BOB' }],
    ['chat', { PEERDESK_CHAT_SOCKET: 'off' }],
    ['ways to the merchant', { PEERDESK_NOTIFY_URL: 'https://hook.example.com/y' }],
    ['ways to the service', { PEERDESK_CHAT_HANDSHAKE: 'address' }],
  ])('restarts one account when this differs: %s', (part, written) => {
    const plan = planReload(
      of(accountOf('main'), accountOf('second')),
      of(accountOf('main', written), accountOf('second')),
    );
    expect(plan).toMatchObject({ added: [], dropped: [], changed: [{ account: 'main', parts: [part] }] });
  });

  it('approvers count by name and key, in whatever order they are listed', () => {
    const approvers = new Map([
      ['ana', 'A'],
      ['bob', 'B'],
    ]);
    const signed = (list: ReadonlyMap<string, string>): EgressConfig => of({ ...accountOf('main'), approvers: list });
    expect(planReload(signed(approvers), signed(new Map([...approvers].toReversed()))).changed).toEqual([]);
    expect(planReload(signed(approvers), signed(new Map([['ana', 'A']]))).changed).toMatchObject([
      { parts: ['approvers'] },
    ]);
  });

  it('restarts each account when a setting that makes live writes less safe is agreed to', () => {
    const both = of(accountOf('main'), accountOf('second'));
    expect(planReload(both, { ...both, allowDevServer: true }).changed).toMatchObject([
      { account: 'main', parts: ['allow_dev_server'] },
      { account: 'second', parts: ['allow_dev_server'] },
    ]);
  });

  it('names what only a restart changes', () => {
    const wanted = { ...base, processes: 2, settings: { ...base.settings, moneySlots: 7 } };
    expect(restartReasons(base, wanted)).toEqual([
      'settings.money_slots: the workers are made at the start',
      'egress.default.processes: the address is made at the start',
    ]);
    expect(restartReasons(base, base)).toEqual([]);
  });
});

describe('a configuration is bounded by what was agreed to', () => {
  const looser = {
    PEERDESK_MAX_RELEASE: '900 BOB',
    PEERDESK_ALLOW_LIVE: 'yes',
    PEERDESK_SETTING_APPROVAL_LIFE_MS: '950000',
  };

  it('the first start agrees to everything', () => {
    const wanted = of(accountOf('main', looser));
    expect(boundConfig(wanted, null)).toEqual({ config: wanted, held: [] });
  });

  it('holds what loosens for one account, also in what its workflows start with, and names it', () => {
    const accepted = wantedBy(of(accountOf('main'), accountOf('second')));
    const { config, held } = boundConfig(of(accountOf('main', looser), accountOf('second')), accepted);
    expect(held.map(({ account, text }) => `${account}: ${text}`)).toEqual([
      'main: mode live: writes to a real service',
      'main: largest release: 900 BOB instead of 100 BOB',
      'main: life of an approval: 950000 ms instead of 900000 ms',
    ]);
    expect(config.accounts[0]).toMatchObject({
      allowLive: false,
      releasePermission: { maxRelease: { BOB: '100' } },
      settings: { approvalLifeMs: 900_000 },
      overrides: { approvalLifeMs: 900_000 },
    });
    expect(config.accounts[1]).toEqual(accountOf('second'));
  });

  it('an account that no one has agreed to reads, and writes nothing to a real service', () => {
    const { config, held } = boundConfig(of(accountOf('new', looser)), wantedBy(of(accountOf('main'))));
    expect(config.accounts[0].allowLive).toBe(false);
    expect(held).toEqual([{ account: 'new', text: 'mode live: writes to a real service' }]);
  });

  it('holds what loosens the process', () => {
    const before = { ...base, obeysUnsealed: false };
    const wanted = { ...base, allowDevServer: true, allowPlainPayloads: true, allowPlainTemporal: true };
    const { config, held } = boundConfig(wanted, wantedBy(before));
    const strict = {
      allowDevServer: false,
      allowPlainPayloads: false,
      allowPlainTemporal: false,
      obeysUnsealed: false,
    };
    expect(config).toMatchObject(strict);
    expect(held.map(({ account }) => account)).toEqual([null, null, null, null]);
    expect(boundConfig(wanted, wantedBy(wanted)).held).toEqual([]);
    expect(boundConfig(before, wantedBy(wanted)).config).toMatchObject(strict);
  });

  it('without the keys that sealed, live writes are not controlled by what is in clear, whatever was agreed to before', () => {
    const sealed = { ...base, allowPlainPayloads: true, obeysUnsealed: false };
    const { config, held } = boundConfig({ ...sealed, obeysUnsealed: true }, wantedBy(sealed));
    expect(config).toMatchObject({ allowPlainPayloads: false, obeysUnsealed: false });
    expect(held).toEqual([{ account: null, text: 'what is not sealed is obeyed' }]);
  });

  it('consent is to these values and no others', () => {
    const wanted = wantedBy(of(accountOf('main', looser)));
    expect(fingerprintOf(wanted)).toBe(fingerprintOf(wantedBy(of(accountOf('main', looser)))));
    const more = wantedBy(of(accountOf('main', { ...looser, PEERDESK_MAX_RELEASE: '901 BOB' })));
    expect(fingerprintOf(more)).not.toBe(fingerprintOf(wanted));
  });
});
