import { describe, expect, it } from 'vitest';
import type { ServiceKind } from '../../../src/workers/egress/service-identity.ts';
import { createPolicyCheck, permissionOf, permissionText } from '../../../src/workers/permission/worker-permission.ts';
import { readReleasePermission } from '../../../src/config/environment/release-permission.ts';
import { createWriteGuard } from '../../../src/workers/permission/write-guard.ts';

const kinds: readonly ServiceKind[] = ['simulator', 'real', 'unknown'];

/** Modes in a start by hand, by code or by a forged input. */
const oddModes: readonly unknown[] = [
  'Shadow',
  'SHADOW',
  'Live',
  'live ',
  ' sim',
  '',
  'shadow\n',
  'constructor',
  '__proto__',
  null,
  undefined,
  1,
  true,
  {},
  [],
  ['shadow'],
  ['live'],
  { toString: () => 'live' },
];

describe('design 2: the write guard names the modes that it permits', () => {
  it('an ad that this process holds in shadow is not written in any mode, wherever; others are', () => {
    for (const service of kinds) {
      const guard = createWriteGuard({ allowLive: true, shadowAds: ['111'], service: () => service });
      for (const mode of ['live', 'sim']) {
        expect(() => guard(mode, '111')).toThrow(
          expect.objectContaining({ type: 'MODE_NOT_ALLOWED', nonRetryable: true }),
        );
      }
      expect(guard('shadow', '111')).toBe(true);
      expect(guard('live', '112')).toBe(false);
      expect(guard('live')).toBe(false);
    }
  });

  it.each(oddModes)('%j is refused, whatever the service is and the process allows', (mode) => {
    for (const service of kinds) {
      for (const allowLive of [true, false]) {
        const guard = createWriteGuard({ allowLive, shadowAds: [], service: () => service });
        expect(() => guard(mode)).toThrow(expect.objectContaining({ type: 'MODE_NOT_ALLOWED', nonRetryable: true }));
      }
    }
  });

  it.each([
    { service: 'simulator', allowLive: false, sim: false, live: false },
    { service: 'simulator', allowLive: true, sim: false, live: false },
    { service: 'real', allowLive: false, sim: 'MODE_NOT_ALLOWED', live: 'MODE_NOT_ALLOWED' },
    { service: 'real', allowLive: true, sim: 'MODE_NOT_ALLOWED', live: false },
    { service: 'unknown', allowLive: false, sim: 'RETRIABLE_WITH_BACKOFF', live: 'RETRIABLE_WITH_BACKOFF' },
    { service: 'unknown', allowLive: true, sim: 'RETRIABLE_WITH_BACKOFF', live: false },
  ] as const)(
    'in front of $service, allowLive $allowLive: sim $sim, live $live',
    ({ service, allowLive, sim, live }) => {
      const guard = createWriteGuard({ allowLive, shadowAds: [], service: () => service });
      const verdict = (mode: string): unknown => {
        try {
          return guard(mode);
        } catch (error) {
          return error instanceof Error && 'type' in error ? error.type : error;
        }
      };
      expect([verdict('shadow'), verdict('sim'), verdict('live')]).toEqual([true, sim, live]);
    },
  );
});

describe('design 6: the policies that a process releases by', () => {
  const config = { allowLive: false, releasePermission: readReleasePermission({}) };

  it.each([['paid'], {}, null, 'Paid', 'toString', '', 1])('%j passes nowhere', (policy) => {
    for (const service of kinds) expect(createPolicyCheck(config, () => service)(policy as 'paid')).toBe(false);
  });

  it('by default approve and match everywhere, paid at a proven simulator only', () => {
    const passing = (service: ServiceKind) =>
      (['approve', 'match', 'paid'] as const).filter(createPolicyCheck(config, () => service));
    expect(kinds.map(passing)).toEqual([
      ['approve', 'match', 'paid'],
      ['approve', 'match'],
      ['approve', 'match'],
    ]);
  });

  it('a setting takes policies away, also at a simulator', () => {
    const strict = { ...config, releasePermission: readReleasePermission({ PEERDESK_RELEASE_POLICIES: 'approve' }) };
    expect(createPolicyCheck(strict, () => 'simulator')('paid')).toBe(false);
    expect(createPolicyCheck(strict, () => 'real')('match')).toBe(false);
  });
});

describe('design 6: the sums that a process releases', () => {
  it('are read by currency', () => {
    const env = { PEERDESK_MAX_RELEASE: ' 5000 BOB, 700.50  USD ', PEERDESK_MAX_RELEASE_PER_DAY: '20000 BOB' };
    expect(readReleasePermission(env)).toMatchObject({
      maxRelease: { BOB: '5000', USD: '700.50' },
      maxReleasePerDay: { BOB: '20000' },
    });
  });

  it.each(['5000', 'BOB', '-5 BOB', '0 BOB', '1e4 BOB', '5,000 BOB', '5 bob', '5 BOB USD', '5 BOB, 6 BOB'])(
    '%j is refused with the variable that holds it',
    (text) => {
      expect(() => readReleasePermission({ PEERDESK_MAX_RELEASE: text })).toThrow(/PEERDESK_MAX_RELEASE.* sum/);
    },
  );

  it('an unknown policy is refused', () => {
    expect(() => readReleasePermission({ PEERDESK_RELEASE_POLICIES: 'approve,Paid' })).toThrow(
      /PEERDESK_RELEASE_POLICIES: Paid is no release policy/,
    );
  });
});

describe('design 2: a worker says what it may do', () => {
  const releasePermission = readReleasePermission({ PEERDESK_MAX_RELEASE: '5000 BOB' });

  it('in front of a real service, without and with consent', () => {
    expect(permissionOf({ allowLive: false, releasePermission }, 'real').modes).toEqual(['shadow']);
    expect(permissionText(permissionOf({ allowLive: true, releasePermission }, 'real'))).toBe(
      'a real service; modes shadow, live; release policies approve, match; largest release 5000 BOB; releases a day unlimited',
    );
  });

  it('at a proven simulator', () => {
    expect(permissionText(permissionOf({ allowLive: false, releasePermission }, 'simulator'))).toMatch(
      /^a proven simulator; modes sim, shadow, live; release policies approve, paid, match;/,
    );
  });
});
