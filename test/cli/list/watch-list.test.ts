import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/kit/command-context.ts';
import { watchList } from '../../../src/cli/list/watch-list.ts';
import type { TemporalSession } from '../../../src/cli/session/temporal-session.ts';

interface Row {
  id: string;
  text: string;
}

/** Rows of one look, or an error. */
type Step = Row[] | Error;

/** A session whose calls have no limit. */
const session = { client: { withDeadline: (_: number, use: () => unknown) => use() }, timeoutMs: 1 };

/** Watches these looks one after the other and ends after the last; returns what was written. */
async function watched(steps: Step[], place: { json?: boolean; terminal?: boolean } = {}) {
  const said = { stdout: '', stderr: '' };
  const end = new AbortController();
  const size = place.terminal === true ? { columns: 20, rows: 6 } : {};
  const context: CommandContext = {
    env: {},
    stdout: { write: (text) => (said.stdout += text), ...size },
    stderr: { write: (text) => (said.stderr += text) },
  };
  const left = [...steps];
  await watchList<Row>({
    context,
    session: session as unknown as TemporalSession,
    json: place.json ?? false,
    path: 'peerdesk order list',
    kind: { idOf: ({ id }) => id, lineOf: ({ text }) => text },
    look: () => {
      const step = left.shift();
      if (left.length === 0) setImmediate(() => end.abort());
      if (step instanceof Error) return Promise.reject(step);
      const rows = step ?? [];
      return Promise.resolve({ rows, notes: [], text: () => rows.map(({ text }) => text).join('\n') });
    },
    everyMs: 0,
    signal: end.signal,
  });
  return said;
}

const one: Row = { id: '1', text: 'one' };

describe('a list that is watched', () => {
  it('away from a terminal prints a line for each change, and nothing while nothing changes', async () => {
    const { stdout, stderr } = await watched([
      [one],
      [one],
      [
        { ...one, text: 'uno' },
        { id: '2', text: 'two' },
      ],
      [one],
    ]);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'new one',
      'changed uno',
      'new two',
      'changed one',
      'gone 2',
    ]);
    expect(stderr).toBe('');
  });

  it('as JSON prints a line with the whole row for each change', async () => {
    const { stdout } = await watched([[one], []], { json: true });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      { at: expect.any(String), change: 'new', id: '1', text: 'one' },
      { at: expect.any(String), change: 'gone', gone: '1' },
    ]);
  });

  it('says a look that fails once, and goes on', async () => {
    const lost = new Error('no answer');
    const { stdout, stderr } = await watched([[one], lost, lost, [{ ...one, text: 'uno' }]]);
    expect(stderr).toMatch(/^no answer .*tried again\n$/);
    expect(stdout).toContain('changed uno');
  });

  it('rejects when the first look fails', async () => {
    await expect(watched([new Error('no server')])).rejects.toThrow('no server');
  });

  it('on a terminal is one page in place, cut to its size, and the terminal is as before at the end', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => ({
      id: String(index),
      text: `row ${index} is wider than it`,
    }));
    const { stdout } = await watched([rows, rows], { terminal: true });
    expect(stdout.startsWith('\u001b[?1049h\u001b[?25l\u001b[H')).toBe(true);
    expect(stdout.endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
    expect(stdout).not.toContain('\u001b[2J');
    const [, page = ''] = stdout.split('\u001b[H');
    const lines = page.replaceAll('\u001b[K', '').replace('\u001b[J', '').split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe('peerdesk order list…');
    expect(lines[2]).toBe('row 0 is wider than…');
    expect(lines[5]).toMatch(/^… 6 more lines/);
  });
});
