import { describe, expect, it } from 'vitest';
import { AskingWorkflows } from '../../../src/workers/notices/asking-workflows.ts';

const main = { account: 'main', egress: 'home' };

function world() {
  const clock = { nowMs: 1_000 };
  const asking = new AskingWorkflows({ now: () => clock.nowMs });
  const { begun } = asking.sinks().asking;
  let rings = 0;
  const leave = asking.listen(main, () => void (rings += 1));
  const begin = (workflowId: string, state = 'held'): unknown => begun.fn({ workflowId } as never, state);
  return { clock, asking, begun, begin, leave, rings: () => rings };
}

describe('ADR 0020: a workflow that begins to ask for a person wakes who notifies', () => {
  it('its account hears of it, and so does each account behind an address that asks', () => {
    const { asking, begin, rings } = world();
    begin('order:main:1', 'release-gate');
    begin('egress:home', 'banned');
    expect(rings()).toBe(2);
    expect(asking.recent(main)).toEqual([
      { workflowId: 'order:main:1', state: 'release-gate', atMs: 1_000 },
      { workflowId: 'egress:home', state: 'banned', atMs: 1_000 },
    ]);
    expect(asking.recent({ account: 'second', egress: 'home' })).toMatchObject([{ workflowId: 'egress:home' }]);
  });

  it.each([
    'order:second:1',
    'egress:other',
    'notices:main',
    'lead:home',
    'a workflow of a stranger',
    'order:egress:home',
  ])('%s is none of its', (workflowId) => {
    const { asking, begin, rings } = world();
    begin(workflowId);
    expect([rings(), asking.recent(main)]).toEqual([0, []]);
  });

  it('who has left hears nothing', () => {
    const { begin, leave, rings } = world();
    leave();
    begin('order:main:1');
    expect(rings()).toBe(0);
  });

  it('after ten seconds the list of the server has it; the newest two hundred are kept', () => {
    const { clock, asking, begin } = world();
    begin('order:main:first');
    clock.nowMs += 10_000;
    expect(asking.recent(main)).toHaveLength(1);
    clock.nowMs += 1;
    expect(asking.recent(main)).toEqual([]);
    clock.nowMs -= 3_600_000;
    expect(asking.recent(main)).toEqual([]);
    for (let number = 0; number < 201; number += 1) begin(`order:main:${number}`);
    expect(asking.recent(main)).toHaveLength(200);
    expect(asking.recent(main)[0]).toMatchObject({ workflowId: 'order:main:1' });
  });

  it('a replay rings nothing', () => {
    expect(world().begun.callDuringReplay).not.toBe(true);
  });
});
