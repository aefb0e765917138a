import { z } from 'zod';
import { createRandom, type SeededRandom } from './seeded-random.ts';

const moment = z.enum(['before', 'after']);
/** A status that ends a call; one below 200 only announces another. */
const finalStatus = z.number().int().min(200).max(599);

const faultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('error'),
    code: z.number().int(),
    message: z.string().optional(),
    httpStatus: finalStatus.optional(),
  }),
  z.object({
    kind: z.literal('http'),
    status: finalStatus,
    retryAfterS: z.number().optional(),
    body: z.string().optional(),
  }),
  z.object({ kind: z.literal('delay'), ms: z.number().nonnegative() }),
  z.object({ kind: z.literal('reset'), when: moment }),
  z.object({ kind: z.literal('hang'), when: moment }),
  z.object({ kind: z.literal('stale'), ms: z.number().nonnegative() }),
  z.object({ kind: z.literal('skew'), ms: z.number() }),
  z.object({ kind: z.literal('false-success') }),
  z.object({ kind: z.literal('roll-back'), afterMs: z.number().nonnegative() }),
  z.object({
    kind: z.literal('answer'),
    where: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    fields: z.record(z.string(), z.unknown()),
  }),
  z.object({ kind: z.literal('duplicate-events') }),
  z.object({ kind: z.literal('shuffle-events') }),
]);

/**
 * One rule of a fault script.
 *
 * `operation` is the method's name, its path after `/sapi/v1/c2c/`, `time`, `chat` (events of the socket) or `*`.
 * Calls that match `account`, `orderNumber` and `adNumber` are counted from 1; the rule starts at the `nth` and strikes at most
 * `count` times (once when only `nth` is given), each time with `probability` (seeded).
 *
 * | kind                                 | what happens                                                                  |
 * | ------------------------------------ | ----------------------------------------------------------------------------- |
 * | `error`                              | a refusal with that code, without effect                                      |
 * | `http`                               | that status, before anything is looked at; a 418 begins a ban; a 429 limits   |
 * |                                      | nothing: calls before its Retry-After is over are let in, and only counted    |
 * | `delay`                              | the call continues after that time                                            |
 * | `reset`, `hang`                      | no answer, before or after the effect                                         |
 * | `stale`                              | orders and own ads are read as they were that long ago                        |
 * | `skew`                               | the service's clock is off by that much for this call                         |
 * | `false-success`                      | answers as if it had been done; nothing was done                              |
 * | `roll-back`                          | a release shows status 3, and after that time the order is paid again         |
 * | `answer`                             | replaces fields of the answer's data (null leaves one out), or of those rows  |
 * |                                      | whose fields are as in `where`; a dot goes into a field (`adv.price`)         |
 * | `duplicate-events`, `shuffle-events` | events of the chat socket come twice, or out of order                         |
 */
const faultRuleSchema = z.object({
  operation: z.string(),
  when: z
    .object({
      nth: z.number().int().positive().optional(),
      count: z.number().int().positive().optional(),
      probability: z.number().min(0).max(1).optional(),
      account: z.string().optional(),
      orderNumber: z.string().optional(),
      adNumber: z.string().optional(),
    })
    .optional(),
  fault: faultSchema,
});

export const faultScriptSchema = z.array(faultRuleSchema);

export type Fault = z.infer<typeof faultSchema>;
export type FaultRule = z.infer<typeof faultRuleSchema>;
export type FaultScript = FaultRule[];
type FaultKind = Fault['kind'];
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { kind: Kind }>;

/** The facts of a call that the rules match. */
export interface FaultTarget {
  /** Events of the chat socket are hit by their own kinds of fault, or by rules that name `chat`. */
  isEvent?: boolean;
  /** Whose API key the call carries; absent: no one's. */
  account?: string | null;
  operations: readonly string[];
  orderNumbers: readonly string[];
  adNumbers: readonly string[];
}

/** The faults that strike one call. */
export class StruckFaults {
  readonly #faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
  }

  /** Returns the first of its kind: most kinds can hit a call only once. */
  of<Kind extends FaultKind>(kind: Kind): FaultOf<Kind> | null {
    return this.all(kind)[0] ?? null;
  }

  all<Kind extends FaultKind>(kind: Kind): FaultOf<Kind>[] {
    const isOfKind = (fault: Fault): fault is FaultOf<Kind> => fault.kind === kind;
    return this.#faults.filter(isOfKind);
  }
}

export interface FaultEngine {
  /** Replaces the script; counting restarts. */
  set: (rules: FaultScript) => void;
  add: (rules: FaultScript) => void;
  strike: (target: FaultTarget) => StruckFaults;
  /** How often each kind has struck, whatever the script was. */
  struck: () => Partial<Record<FaultKind, number>>;
}

interface ArmedRule {
  rule: FaultRule;
  seen: number;
  struck: number;
}

/** Creates the engine that decides, reproducibly, which faults hit which call. */
export function createFaultEngine(seed: number, rules: FaultScript = []): FaultEngine {
  const random = createRandom(seed);
  const arm = (rule: FaultRule): ArmedRule => ({ rule, seen: 0, struck: 0 });
  let armed = rules.map(arm);
  const struck: Partial<Record<FaultKind, number>> = {};
  return {
    struck: () => ({ ...struck }),
    set: (script) => {
      armed = script.map(arm);
    },
    add: (script) => {
      armed = [...armed, ...script.map(arm)];
    },
    strike: (target) => {
      const faults = armed.filter((candidate) => strikes(candidate, target, random)).map(({ rule }) => rule.fault);
      for (const { kind } of faults) struck[kind] = (struck[kind] ?? 0) + 1;
      return new StruckFaults(faults);
    },
  };
}

function strikes(armed: ArmedRule, target: FaultTarget, random: SeededRandom): boolean {
  const { rule } = armed;
  if (!matches(rule, target)) return false;
  armed.seen += 1;
  const { nth, count, probability } = rule.when ?? {};
  if (nth !== undefined && armed.seen < nth) return false;
  const maxStrikes = count ?? (nth === undefined ? Infinity : 1);
  if (armed.struck >= maxStrikes) return false;
  if (probability !== undefined && !random.chance(probability)) return false;
  armed.struck += 1;
  return true;
}

const eventKinds: ReadonlySet<FaultKind> = new Set(['duplicate-events', 'shuffle-events']);

function matches(rule: FaultRule, target: FaultTarget): boolean {
  const { account, orderNumber, adNumber } = rule.when ?? {};
  const isForEvents = eventKinds.has(rule.fault.kind) || rule.operation === 'chat';
  if (isForEvents !== (target.isEvent ?? false)) return false;
  if (rule.operation !== '*' && !target.operations.includes(rule.operation)) return false;
  const isAbout = isWanted(orderNumber, target.orderNumbers) && isWanted(adNumber, target.adNumbers);
  return isAbout && isWanted(account, [target.account ?? null]);
}

const isWanted = (wanted: string | undefined, present: readonly (string | null)[]): boolean =>
  wanted === undefined || present.includes(wanted);
