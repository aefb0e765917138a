import { z } from 'zod';
import { boundedText, keptName, maxNameBytes } from '../kept-text.ts';
import { releaseRulesSchema } from '../orders/release-rules.ts';
import type { EngagedSwitch } from '../switch-state.ts';
import { blockListSchema } from './block-list.ts';
import { permittedCallSchema } from './permitted-call.ts';

/** Beyond this many names nothing more is published: a forgotten one could be published twice. */
export const maxPublications = 500;
export const switchNames = ['all', 'releases', 'repricing', 'ads'] as const satisfies readonly EngagedSwitch['name'][];
export type SwitchName = EngagedSwitch['name'];

const person = z.string().trim().min(1).max(80);
const moment = z.number().nonnegative();
const identifier = boundedText(maxNameBytes);
/** An ad's number is answered to what asks for its name, so it stays as it is. */
const maxAdNumberBytes = 64;
/** An identifier of a message, in the form in which the memory keeps it. */
export const identifierSchema = z.string().min(1).max(80).overwrite(keptName);
const maxGenerationBytes = 60;
/** The mint of a register. */
export const generationSchema = boundedText(maxGenerationBytes);

/** Who engaged a switch, why and when. */
export const thrownSchema = z.strictObject({ by: person, reason: z.string().max(500), atMs: moment }).readonly();
const switchSchema = thrownSchema.nullable();
const publicationSchema = z
  .strictObject({ name: identifier, adNumber: boundedText(maxAdNumberBytes), atMs: moment })
  .readonly();
const count = z.int().nonnegative();

/** What the guard of an account keeps over runs, restarts and deletions. Plain JSON. Design 6. */
export const guardMemorySchema = z
  .strictObject({
    switches: z
      .strictObject({
        all: switchSchema,
        releases: switchSchema,
        repricing: switchSchema,
        /** Takes every ad off the market. */
        ads: switchSchema,
      })
      .readonly(),
    /** The ads that were published by name: each name has one forever. */
    publications: z.array(publicationSchema).max(maxPublications).readonly(),
    /** Of the register whose calls it permits; null: it has no news of one yet, and permits nothing. */
    generation: generationSchema.nullable(),
    /** The call of that register with the highest number that it has permitted; null: none yet. */
    permitted: permittedCallSchema.nullable(),
    /** How many restricting words it received, and how many of them the register has. */
    words: count,
    keptWords: count,
    rules: releaseRulesSchema.nullable(),
    blocked: blockListSchema,
  })
  .readonly();

export type GuardMemory = z.infer<typeof guardMemorySchema>;
/** Who engages the switch of the ads when no one looks (ADR 0034). */
export const watchdogSender = 'watchdog';

export type ThrownSwitch = z.infer<typeof thrownSchema>;
export type Publication = z.infer<typeof publicationSchema>;

export const emptyGuardMemory: GuardMemory = {
  switches: { all: null, releases: null, repricing: null, ads: null },
  publications: [],
  generation: null,
  permitted: null,
  words: 0,
  keptWords: 0,
  rules: null,
  blocked: [],
};

/** Returns who engaged a switch, or null. */
export function thrownBy(switches: GuardMemory['switches'], name: SwitchName): ThrownSwitch | null {
  return switches[name];
}

/** Returns every switch that is engaged. */
export function engagedSwitches(switches: GuardMemory['switches']): EngagedSwitch[] {
  return switchNames.flatMap((name) => engagedAs(switches, name) ?? []);
}

/** Returns the switch that stops what `name` is for, that of everything first; null: none is engaged. */
export function stoppingSwitch(switches: GuardMemory['switches'], name: SwitchName): EngagedSwitch | null {
  return engagedAs(switches, 'all') ?? engagedAs(switches, name);
}

/** Returns a switch as it is engaged, or null. */
export function engagedAs(switches: GuardMemory['switches'], name: SwitchName): EngagedSwitch | null {
  const thrown = thrownBy(switches, name);
  return thrown === null ? null : { name, ...thrown };
}

/** Returns who takes an ad off the market when the switch of the ads is engaged by this sender. */
export function adsTaker(by: string): string {
  return `kill switch ads (${by})`.slice(0, 80);
}

/**
 * Engages the switch; the last person to engage it is recorded. The watchdog takes no one's word away: what a person has
 * engaged takes more ads off the market than its mark (ADR 0034).
 */
export function throwSwitch(memory: GuardMemory, name: SwitchName, thrown: ThrownSwitch): GuardMemory {
  if (thrown.by === watchdogSender && thrownBy(memory.switches, name) !== null) return memory;
  return { ...memory, switches: { ...memory.switches, [name]: thrown } };
}

/** Lifts the switch; the other switches stay as they are. */
export function openSwitch(memory: GuardMemory, name: SwitchName): GuardMemory {
  return { ...memory, switches: { ...memory.switches, [name]: null } };
}
