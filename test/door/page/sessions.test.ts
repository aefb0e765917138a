import { describe, expect, it } from 'vitest';
import type { PageRole } from '../../../src/domain/people/page-role.ts';
import { Sessions } from '../../../src/door/page/sessions.ts';

const hourMs = 3_600_000;
const who = { keyName: 'ana+phone', publicKey: 'passkey:…' };

function sessionsOf(role: PageRole | null) {
  let drawn = 0;
  const sessions = new Sessions((bytes) => (drawn += 1).toString(16).padStart(bytes * 2, '0'));
  const find = (token: string | undefined, nowMs: number) => {
    const found = sessions.find(token, nowMs, () => role);
    sessions.note(token, nowMs);
    return found;
  };
  return { sessions, find };
}

describe('phone: a session', () => {
  it('is found by what its cookie says, and by nothing else', () => {
    const { sessions, find } = sessionsOf('view');
    const { token } = sessions.open(who, 0);
    expect(find(token, 1)).toMatchObject({ session: { ...who, openedAtMs: 0, seenAtMs: 0 } });
    expect(find(token, 2)).toMatchObject({ session: { seenAtMs: 1 } });
    for (const other of [undefined, '', `${token}0`]) expect(find(other, 1)).toEqual({ problem: 'no-session' });
  });

  it('is over after twelve hours, however often it was seen, and stays over', () => {
    const { sessions, find } = sessionsOf('view');
    const { token } = sessions.open(who, 0);
    for (let hour = 1; hour < 12; hour += 1) expect(find(token, hour * hourMs)).toHaveProperty('session');
    expect(find(token, 12 * hourMs)).toEqual({ problem: 'session-over' });
    expect(find(token, 0)).toEqual({ problem: 'no-session' });
  });

  it.each(['approve', 'hold'] as const)(
    'of a person who may %s is over after half an hour in which nothing was done',
    (role) => {
      const { sessions, find } = sessionsOf(role);
      const { token } = sessions.open(who, 0);
      expect(find(token, hourMs / 2 - 1)).toHaveProperty('session');
      expect(find(token, hourMs - 1)).toEqual({ problem: 'session-idle' });
      const other = sessionsOf('view');
      expect(other.find(other.sessions.open(who, 0).token, 11 * hourMs)).toHaveProperty('session');
    },
  );

  it('is over once its person signs out', () => {
    const { sessions, find } = sessionsOf(null);
    const { token } = sessions.open(who, 0);
    sessions.end(token);
    expect(find(token, 1)).toEqual({ problem: 'no-session' });
  });

  it('the oldest of very many ends', () => {
    const { sessions, find } = sessionsOf('view');
    const [first, ...others] = Array.from(
      { length: 201 },
      (_, at) => sessions.open({ ...who, keyName: `ana${at}` }, 0).token,
    );
    expect(find(first, 1)).toEqual({ problem: 'no-session' });
    expect(find(others[0], 1)).toHaveProperty('session');
  });

  it('of one person ten are open, whatever his devices: the oldest ends, and none of another person', () => {
    const { sessions, find } = sessionsOf('view');
    const bens = sessions.open({ ...who, keyName: 'ben' }, 0);
    const anas = Array.from({ length: 11 }, (_, at) => sessions.open({ ...who, keyName: `Ana+phone${at % 3}` }, at));
    expect(anas.slice(0, 10).flatMap(({ ended }) => ended)).toEqual([]);
    expect(anas[10]?.ended).toMatchObject([{ keyName: 'Ana+phone0', openedAtMs: 0 }]);
    expect(find(anas[0]?.token, 20)).toEqual({ problem: 'no-session' });
    for (const { token } of [bens, ...anas.slice(1)]) expect(find(token, 20)).toHaveProperty('session');
  });
});
