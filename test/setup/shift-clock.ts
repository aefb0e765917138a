/**
 * Preloaded with `--import` into a process under test: its wall clock is wrong by `TEST_CLOCK_SHIFT_MS`, from the start
 * or from `TEST_CLOCK_SHIFT_AFTER_MS` after it. Timers and `performance` are unaffected.
 */
const shiftMs = Number(process.env['TEST_CLOCK_SHIFT_MS'] ?? 0);
const afterS = Number(process.env['TEST_CLOCK_SHIFT_AFTER_MS'] ?? 0) / 1_000;
const rightNow = Date.now.bind(Date);

// The time since the start of the process is the same in all its threads.
Date.now = (): number => rightNow() + (process.uptime() >= afterS ? shiftMs : 0);

globalThis.Date = new Proxy(Date, {
  construct: (date, args: unknown[], newTarget) =>
    Reflect.construct(date, args.length === 0 ? [date.now()] : args, newTarget) as Date,
});
