import { describe, expect, it } from 'vitest';
import { promotionOf } from '../../../src/workers/lead/version-watch.ts';

const version = (buildId: string, deploymentName = 'desk') => ({ deploymentName, buildId });
const first = version('first');
const next = version('next');
const poller = (name: string, of: typeof first | null) => ({ name, version: of });

describe('ADR 0025: a process of a deployment', () => {
  it('keeps the lead while its own version is current', () => {
    const route = { current: first, pollers: [poller('2@host', next)] };
    expect(promotionOf(first, route)).toEqual({ isOurs: true, isSuccessorWaiting: false });
  });

  it('passes the lead on when a process of the promoted version waits for it, and keeps it until then', () => {
    expect(promotionOf(first, { current: next, pollers: [poller('2@host', next)] })).toEqual({
      isOurs: false,
      isSuccessorWaiting: true,
    });
    const others = [poller('1@host', first), poller('3@host', null), poller('4@host', version('next', 'other'))];
    expect(promotionOf(first, { current: next, pollers: others })).toEqual({
      isOurs: false,
      isSuccessorWaiting: false,
    });
  });

  it('waits where no version was promoted, whichever process serves', () => {
    expect(promotionOf(first, { current: null, pollers: [poller('3@host', null)] })).toEqual({
      isOurs: false,
      isSuccessorWaiting: false,
    });
  });
});
