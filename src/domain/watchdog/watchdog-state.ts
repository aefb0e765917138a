/**
 * What the watchdog of an account does, and what it keeps so that a restart goes on from it: pure. The counting itself is
 * not kept, because it must have watched by itself (ADR 0034).
 */
import { z } from 'zod';
import { modes } from '../mode.ts';
import { channels } from '../notices/reported-needs.ts';

const moment = z.int().nonnegative();
const adNumbers = z.array(z.string().min(1)).readonly();
const banUntilMs = moment.nullable();
/** `lookedAtMs`: the mark of the last look, by the clock of the desk. */
const doubt = { lookedAtMs: moment, sinceMs: moment, banUntilMs };

const stateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('watching') }),
  /** It concluded that no process looks, and must not or cannot call: it tries again. */
  z.object({ kind: z.literal('prevented'), ...doubt, why: z.string() }),
  /** The ads are being taken offline. `left`: those that were online at the last read. */
  z.object({ kind: z.literal('acting'), ...doubt, taken: adNumbers, left: adNumbers, why: z.string().nullable() }),
  /** The ads are offline; it waits until a person opens the switch. */
  z.object({ kind: z.literal('acted'), lookedAtMs: moment, atMs: moment, taken: adNumbers }),
]);

const sightSchema = z.object({
  lookedAtMs: moment.nullable(),
  isHeld: z.boolean(),
  banUntilMs,
  ads: z.array(z.object({ adNumber: z.string().min(1), mode: z.enum(modes) })).readonly(),
});

/** What a person is to hear. offline: the ads are; left: some are still online; prevented: it may not call. */
const noticeSchema = z.object({
  kind: z.enum(['offline', 'left', 'prevented']),
  ads: z.int().nonnegative(),
  lookedAtMs: moment,
  sinceMs: moment,
  /** The ways on which it has arrived. */
  told: z.array(z.enum(channels)).readonly(),
});

export const watchdogMemorySchema = z.object({
  state: stateSchema,
  /** What the desk showed last; null: it was never seen. */
  sight: sightSchema.nullable(),
  /** The kill switch that the guard does not have yet; `inRegister`: the register of this machine has it. */
  owed: z.object({ lookedAtMs: moment, atMs: moment, inRegister: z.boolean() }).nullable(),
  notice: noticeSchema.nullable(),
  /** The last time that it took ads offline; null: never. */
  lastAct: z.object({ atMs: moment, ads: z.int().nonnegative() }).nullable(),
});

export type WatchdogMemory = Readonly<z.infer<typeof watchdogMemorySchema>>;
export type WatchdogState = WatchdogMemory['state'];
/** What was seen of a desk, without a question to any workflow of it. */
export type DeskReport = NonNullable<WatchdogMemory['sight']>;
export type ActNotice = NonNullable<WatchdogMemory['notice']>;

export const newWatchdog: WatchdogMemory = {
  state: { kind: 'watching' },
  sight: null,
  owed: null,
  notice: null,
  lastAct: null,
};

/** What was found out about a desk that looks at nothing, or about the ads that are being taken offline. */
export type WatchdogEvent =
  /** The desk looks again, nothing is online, or a person has opened the switch: there is nothing to do. */
  | { readonly kind: 'over'; readonly isByPerson: boolean }
  | {
      readonly kind: 'prevented';
      readonly lookedAtMs: number;
      readonly why: string;
      readonly banUntilMs: number | null;
    }
  | { readonly kind: 'act'; readonly lookedAtMs: number; readonly adNumbers: readonly string[] }
  /** One attempt has ended. `why`: it is not confirmed. */
  | {
      readonly kind: 'tried';
      readonly left: readonly string[];
      readonly why: string | null;
      readonly banUntilMs: number | null;
    };

/** Returns the memory after an event at a moment. */
export function afterEvent(memory: WatchdogMemory, event: WatchdogEvent, nowMs: number): WatchdogMemory {
  const { state } = memory;
  switch (event.kind) {
    case 'over':
      return {
        ...memory,
        state: { kind: 'watching' },
        owed: null,
        notice: event.isByPerson ? null : stillToSay(memory),
      };
    case 'prevented':
      return afterPrevented(memory, event, nowMs);
    case 'act': {
      const { lookedAtMs, adNumbers: taken } = event;
      const acting = { kind: 'acting', lookedAtMs, sinceMs: nowMs, banUntilMs: null, taken, left: taken } as const;
      const owed = { lookedAtMs, atMs: nowMs, inRegister: false };
      return { ...memory, state: { ...acting, why: null }, owed, notice: null };
    }
    case 'tried':
      return state.kind === 'acting' ? afterTry(memory, { state, event }, nowMs) : memory;
  }
}

/** Ads that are offline stay so by themselves: a person hears of them, although the desk looks again. */
function stillToSay({ state, notice }: WatchdogMemory): ActNotice | null {
  if (state.kind === 'acted') return notice;
  if (state.kind !== 'acting' || state.left.length === state.taken.length) return null;
  const { lookedAtMs, sinceMs, taken, left } = state;
  return { kind: 'offline', ads: taken.length - left.length, lookedAtMs, sinceMs, told: [] };
}

type Of<Union, Kind> = Extract<Union, { kind: Kind }>;

/** A person hears of it once. */
function afterPrevented(
  memory: WatchdogMemory,
  { lookedAtMs, why, banUntilMs: untilMs }: Of<WatchdogEvent, 'prevented'>,
  nowMs: number,
): WatchdogMemory {
  const { state } = memory;
  const isNew = state.kind !== 'prevented';
  const sinceMs = isNew ? nowMs : state.sinceMs;
  const notice: ActNotice = { kind: 'prevented', ads: 0, lookedAtMs, sinceMs, told: [] };
  const prevented = { kind: 'prevented', lookedAtMs, why, sinceMs, banUntilMs: untilMs } as const;
  return { ...memory, state: prevented, notice: isNew ? notice : memory.notice };
}

interface Tried {
  readonly state: Of<WatchdogState, 'acting'>;
  readonly event: Of<WatchdogEvent, 'tried'>;
}

/** Of an act that is not confirmed a person hears at its first try alone, and again when it is. */
function afterTry(memory: WatchdogMemory, { state, event }: Tried, nowMs: number): WatchdogMemory {
  const { lookedAtMs, sinceMs, taken } = state;
  const { left, why, banUntilMs: untilMs } = event;
  const said = { lookedAtMs, sinceMs, told: [] };
  if (why === null) {
    const acted = { kind: 'acted', lookedAtMs, atMs: nowMs, taken } as const;
    const notice: ActNotice = { kind: 'offline', ads: taken.length, ...said };
    return { ...memory, state: acted, notice, lastAct: { atMs: nowMs, ads: taken.length } };
  }
  const isFirst = state.why === null;
  const notice: ActNotice = { kind: 'left', ads: left.length, ...said };
  const next = { ...state, left, why, banUntilMs: untilMs };
  return { ...memory, state: next, notice: isFirst ? notice : memory.notice };
}
