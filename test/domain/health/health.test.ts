import { describe, expect, it } from 'vitest';
import {
  healthCodes,
  healthProblems,
  isFresh,
  isServing,
  leadWatchOn,
  newLeadWatch,
  noneFailing,
  type FailingWorkflows,
  type HealthFacts,
} from '../../../src/domain/health/health.ts';

const well: HealthFacts = { silentMs: 0, leader: '7@host', quietMs: 2_000, failing: noneFailing, register: null };

function judged(part: Partial<HealthFacts>) {
  const problems = healthProblems({ ...well, ...part });
  return [problems.map(({ code }) => code), isServing(problems)];
}

function failing(count: number, running: number, workflowId = 'order:acme:1'): FailingWorkflows {
  return { count, running, listed: [{ workflowId, runId: 'run', cause: 'NonDeterministicError' }] };
}

describe('whether a group is served', () => {
  it.each<[string, Partial<HealthFacts>, readonly [codes: string[], serves: boolean]]>([
    ['a lead whose heartbeats are stored', {}, [[], true]],
    ['what fails is not known', { failing: null }, [[], true]],
    ['a server that is restarted', { silentMs: 9_000 }, [[], true]],
    [
      'a server that answers nothing, which says nothing of the rest',
      { silentMs: 11_000, quietMs: 90_000 },
      [['temporal-silent'], false],
    ],
    ['a lead that passes on', { leader: null, quietMs: 19_000 }, [[], true]],
    ['no lead', { leader: null, quietMs: 26_000 }, [['no-lead'], false]],
    ['heartbeats that are not stored', { quietMs: 26_000 }, [['not-stored'], false]],
    ['one odd order of many', { failing: failing(1, 9) }, [['tasks-fail'], true]],
    ['half of all that runs', { failing: failing(30, 34) }, [['tasks-fail'], false]],
    ['what all rests on', { failing: failing(1, 9, 'guard:acme') }, [['tasks-fail'], false]],
    ['a register that another process has locked', { register: { lastedMs: 9_000, why: 'locked' } }, [[], true]],
    [
      'a register that does not answer: prices and reads go on, and no restart makes it answer',
      { register: { lastedMs: 10_000, why: 'the disk is full' } },
      [['register-silent'], true],
    ],
    [
      'without a server, too',
      { silentMs: 11_000, register: { lastedMs: 60_000, why: 'the disk is full' } },
      [['temporal-silent', 'register-silent'], false],
    ],
    ['both at once', { quietMs: 26_000, failing: failing(1, 9) }, [['not-stored', 'tasks-fail'], false]],
  ])('%s', (_, part, judgement) => expect(judged(part)).toEqual(judgement));

  it('each problem has a code of the list', () => {
    expect(healthCodes).toEqual(['temporal-silent', 'not-stored', 'no-lead', 'tasks-fail', 'register-silent']);
  });
});

describe('the heartbeats of the lead, without a comparison of two clocks', () => {
  it('one that is new has been stored, and the same one again has not', () => {
    const first = leadWatchOn(newLeadWatch(0), { elapsedMs: 5_000, leader: '7@host', heardMs: 1 });
    const same = leadWatchOn(first, { elapsedMs: 9_000, leader: '7@host', heardMs: 1 });
    expect([first.movedMs, same.movedMs]).toEqual([5_000, 5_000]);
    expect(leadWatchOn(same, { elapsedMs: 12_000, leader: '8@host', heardMs: 1 }).movedMs).toBe(12_000);
    expect(leadWatchOn(same, { elapsedMs: 12_000, leader: '7@host', heardMs: 2 }).movedMs).toBe(12_000);
    expect(leadWatchOn(same, { elapsedMs: 12_000, leader: '7@host', heardMs: null }).mark).toBe('7@host ');
  });

  it('no lead moves nothing', () => {
    const first = leadWatchOn(newLeadWatch(0), { elapsedMs: 5_000, leader: '7@host', heardMs: 1 });
    expect(leadWatchOn(first, { elapsedMs: 9_000, leader: null, heardMs: null })).toEqual({ ...first, leader: null });
  });

  it('one look is enough where the last one is young by this clock, whichever way the clocks differ', () => {
    const seen = { leader: '7@host', heardMs: 100_000 };
    expect([101_000, 99_000, 110_000, 90_000].map((wallMs) => isFresh(seen, wallMs))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isFresh({ leader: null, heardMs: null }, 0)).toBe(false);
    expect(isFresh({ leader: '7@host', heardMs: null }, 0)).toBe(false);
  });
});
