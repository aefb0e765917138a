import { describe, expect, it } from 'vitest';
import { logGate } from '../../../src/workers/log/gate-log.ts';
import {
  allowedOnly,
  createLogger,
  createReport,
  taskFailure,
  taskFailureOf,
  withoutStatus,
} from '../../../src/workers/log/logger.ts';
import { createGate } from '../../../src/exchange/index.ts';

it.each([
  [
    String.raw`shutdown_worker rpc errored: Status { code: NotFound, message: "Namespace shop is not found.", details: b"\x08", source: None }`,
    'shutdown_worker rpc errored: NotFound: Namespace shop is not found.',
  ],
  ['Worker state changed', 'Worker state changed'],
])('design 7: a line of the log is for people: %s', (message, shown) => {
  expect(withoutStatus(message)).toBe(shown);
});

it('S4: of an entry of the SDK only fields that are known to hold no secret stand in the log', () => {
  const input = { code: 123456, payerName: 'Juan Perez' };
  const entry = { account: 'main', mode: 'sim', workflowInput: input, headers: { 'x-mbx-apikey': 'key' }, env: {} };
  expect(allowedOnly({ ...entry, error: new TypeError('no answer') })).toEqual({
    account: 'main',
    mode: 'sim',
    error: 'TypeError: no answer',
  });
});

/** A logger whose lines are kept. */
function keptLog(level: 'info' | 'warn' = 'info', timeText?: (atMs: number) => string) {
  const lines: string[] = [];
  const base = { account: 'main' };
  const standing = () => ({ modes: 'sim' });
  return { lines, logger: createLogger({ level, base, standing, timeText, write: (line) => lines.push(line) }) };
}

describe('a line of the log', () => {
  it('for a program is JSON, with the level by its name', () => {
    const { lines, logger } = keptLog();
    createReport(logger)({ event: 'price', level: 'info', mode: 'sim', message: 'price set', price: '9.15' });
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        account: 'main',
        modes: 'sim',
        event: 'price',
        mode: 'sim',
        price: '9.15',
        msg: 'price set',
      },
    ]);
  });

  it('for a person has its moment, its level and its fields, and no control character of others', () => {
    const { lines, logger } = keptLog('info', () => '08:00:00');
    logger.warn({ event: 'refused', code: '-9000', adNumber: '123', runId: 'r' }, 'no \u001b[2J\nroom');
    expect(lines).toEqual(['08:00:00 WARN  no  [2J room (event refused, code -9000, adNumber 123)\n']);
  });

  it('below the level is not written', () => {
    const { lines, logger } = keptLog('warn');
    logger.info('quiet');
    logger.error('loud');
    expect(lines).toHaveLength(1);
  });
});

it('a ban and an open breaker are logged once each, and so is their end', () => {
  const { lines, logger } = keptLog('info', () => 'now');
  const clock = { now: () => 1_000_000 };
  const gate = createGate({ breakerFailureThreshold: 1, breakerOpenMs: 60_000 }, clock);
  const end = logGate(gate, logger);
  gate.setBan(1_060_000);
  gate.setBan(1_060_000);
  gate.clearBan();
  gate.setBreaker({ phase: 'open', failures: 1, openUntilMs: 1_090_000 });
  end();
  gate.setBan(1_070_000);
  expect(lines.map((line) => line.trimEnd())).toEqual([
    'now WARN  this address is banned until 1970-01-01T00:17:40.000Z: no call leaves (event ban)',
    'now INFO  the ban of this address is over: calls leave again (event ban)',
    'now WARN  the service fails: ordinary calls wait until 1970-01-01T00:18:10.000Z (event breaker)',
  ]);
});

describe('why the task of a workflow fails', () => {
  const failure = String.raw`Failure { failure: Some(Failure { message: "[TMPRL1100] Nondeterminism error: \"no\" timer\nhere", source: "", stack_trace: "secret" }), force_cause: NonDeterministicError }`;

  it('stands in the line, without stack and empty fields, and is kept for its run', () => {
    const reason = '[TMPRL1100] Nondeterminism error: "no" timer here';
    expect(taskFailure({ runId: 'run-1', failure })).toEqual({ reason });
    expect([taskFailureOf('run-1'), taskFailureOf('run-2')]).toEqual([reason, null]);
  });

  it.each([undefined, {}, { runId: 'run-3' }, { runId: 'run-3', failure: 'odd' }])('%j says nothing', (meta) => {
    expect(taskFailure(meta)).toEqual({});
  });

  it('the oldest of many are forgotten', () => {
    for (let run = 0; run < 250; run += 1) taskFailure({ runId: `many-${run}`, failure });
    expect([taskFailureOf('many-0'), taskFailureOf('many-249')]).toEqual([null, expect.any(String)]);
  });
});
