import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageVersion } from '../../src/cli/process/version-show.ts';
import { inProject } from '../../src/server/project-root.ts';
import { HistoryFileError, readHistory } from '../../src/workers/replay/history-file.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { runInProcess } from '../setup/run-in-process.ts';
import { runPeerdesk } from '../setup/run-peerdesk.ts';
import { exportedByTctl, namedEvents } from './exported.ts';
import type { Recording } from './recording.ts';

const recordingFile = inProject('test', 'replay', 'histories', packageVersion(), 'order-released.json');
const recordingText = readFileSync(recordingFile, 'utf8');

const isMoment = (value: object): value is { seconds?: number; nanos?: number } =>
  Object.keys(value).length > 0 && Object.keys(value).every((key) => key === 'seconds' || key === 'nanos');

/** A recording in the form of `temporal workflow show -o json`: bytes in base64, times and durations as text. */
function downloaded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(downloaded);
  if (typeof value !== 'object' || value === null) return value;
  if ('utf8' in value && typeof value.utf8 === 'string') return Buffer.from(value.utf8).toString('base64');
  if ('base64' in value) return value.base64;
  if (isMoment(value)) return momentText(value);
  // A recording writes a duration of zero as {}, which the protocol omits.
  const parts = Object.entries(value).filter(([, part]) => JSON.stringify(part) !== '{}');
  return Object.fromEntries(parts.map(([name, part]) => [name, downloaded(part)]));
}

function momentText({ seconds = 0, nanos = 0 }: { seconds?: number; nanos?: number }): string {
  const fraction = String(nanos).padStart(9, '0');
  if (seconds < 1_000_000_000) return `${seconds}.${fraction}s`;
  return new Date(seconds * 1_000).toISOString().replace('000Z', `${fraction}Z`);
}

const download = (): object => downloaded((JSON.parse(recordingText) as Recording).history) as object;

describe('the history of a file', () => {
  it('is read from a recording and from a download', () => {
    const recorded = readHistory(recordingText);
    expect(recorded).toMatchObject({ workflowType: 'orderLifecycle', workflowId: expect.stringMatching(/^order:/) });
    expect(readHistory(JSON.stringify(download()))).toMatchObject({
      workflowType: 'orderLifecycle',
      events: recorded.events,
    });
  });

  it('is read as `tctl` exports it: a list of events, with short names, and moments with or without fractions', () => {
    const events = exportedByTctl(download());
    expect(events[0]).toMatchObject({ eventType: 'WorkflowExecutionStarted' });
    const present = readHistory(JSON.stringify({ events: namedEvents(download()) }));
    expect(readHistory(JSON.stringify(events))).toEqual(present);
    expect(readHistory(JSON.stringify({ history: { events } }))).toEqual(present);
    const whole = JSON.stringify({ events }).replaceAll(/(T\d\d:\d\d:\d\d)\.\d+Z/g, '$1Z');
    expect(readHistory(whole)).toMatchObject({ workflowType: 'orderLifecycle', events: present.events });
  });

  it('with an event that the SDK does not know cannot be read, unless the server says that it may be ignored', () => {
    const [first, ...others] = exportedByTctl(download());
    const odd = { eventId: '2', eventType: 'MoonLanded' };
    const read = (event: object) => readHistory(JSON.stringify([first, event, ...others]));
    expect(() => read(odd)).toThrow(HistoryFileError);
    expect(() => read(odd)).toThrow(
      /^no history that this SDK can read: it has an event of the unknown type MoonLanded/,
    );
    expect(() => read({ ...odd, workerMayIgnore: true })).not.toThrow();
  });

  it.each([
    ['not json', /^no JSON; download one with: npx peerdesk temporal workflow show/],
    ['{"events": []}', /^no history: it has no list of events/],
    [
      '{"events": [{"eventType": "EVENT_TYPE_TIMER_STARTED"}]}',
      /^no whole history: its first event is not the start of a workflow/,
    ],
  ])('%s is refused with what to do', (text, reason) => {
    expect(() => readHistory(text)).toThrow(HistoryFileError);
    expect(() => readHistory(text)).toThrow(reason);
  });
});

it('`peerdesk replay`: says of each history whether it replays, and exits with 1 when one does not', async () => {
  const folder = await temporaryDirectory();
  const [good, broken] = [join(folder, 'good.json'), join(folder, 'broken.json')];
  writeFileSync(good, JSON.stringify(download()));
  // An order that had read its detail by an activity of another name does not replay.
  writeFileSync(broken, JSON.stringify(download()).replace(/("activityType":\{"name":)"\w+"/, '$1"elsewhere"'));
  const { exitCode, stdout } = await runPeerdesk(['replay', good, broken]);
  expect(stdout).toMatch(/orderLifecycle +2 +not safe: 1 of 2 do not replay/);
  expect(stdout).toMatch(/\nbroken\.json \(run \S+, \d+ events\) does not replay:\n +DeterminismViolationError: /);
  expect(exitCode).toBe(1);
});

it('`peerdesk replay`: a history of `tctl` replays as well', async () => {
  const file = join(await temporaryDirectory(), 'exported.json');
  writeFileSync(file, JSON.stringify(exportedByTctl(download())));
  expect(await runPeerdesk(['replay', file])).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/\nSafe: /) });
  writeFileSync(file, JSON.stringify([...exportedByTctl(download()), { eventId: '99', eventType: 'MoonLanded' }]));
  expect(await runPeerdesk(['replay', file])).toMatchObject({
    exitCode: 4,
    stdout: '',
    stderr: expect.stringMatching(/exported\.json is no history that this SDK can read: .*MoonLanded/),
  });
});

it('`peerdesk replay`: a file that is no history is refused in one line, and so is nothing to replay', async () => {
  const { exitCode, stderr } = await runInProcess(['replay', inProject('package.json')]);
  expect(stderr).toMatch(
    /^peerdesk: \S*package\.json is no history: it has no list of events; download one with: .*\n$/,
  );
  expect(exitCode).toBe(4);
  const nothing = await runInProcess(['replay']);
  expect(nothing.stderr).toMatch(/name files with histories, or --from-server/);
  expect(nothing.exitCode).toBe(4);
});
