/** How messages are declared: a name, one strict schema, and a description for the Web UI. */
import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { SignalDefinition, UpdateDefinition } from '@temporalio/common';
import { z } from 'zod';
import type { Refusal } from '../../domain/refusals/refusal.ts';

/** A command of an operator: an update that answers, and a signal twin of the same name. */
export interface Command<Arg, View> {
  name: string;
  schema: z.ZodType<Arg>;
  description: string;
  update: UpdateDefinition<View, [Arg]>;
  signal: SignalDefinition<[Arg]>;
}

/** A report from outside: a signal that is not answered. */
export interface Fact<Arg> {
  name: string;
  schema: z.ZodType<Arg>;
  description: string;
  signal: SignalDefinition<[Arg]>;
}

/** Declares commands whose answer is a `View`: `commandsFor<AdView>()('pause', operatorSchema, 'Stop repricing')`. */
export function commandsFor<View>() {
  return <Arg>(name: string, schema: z.ZodType<Arg>, description: string): Command<Arg, View> => ({
    name,
    schema,
    description,
    update: defineUpdate<View, [Arg]>(name),
    signal: defineSignal<[Arg]>(name),
  });
}

/** A fact is a signal without an update: what was seen is noted, and never answered. */
export function fact<Arg>(name: string, schema: z.ZodType<Arg>, description: string): Fact<Arg> {
  return { name, schema, description, signal: defineSignal<[Arg]>(name) };
}

/** Who acts and why: recorded in the history and in the details. */
export const operatorSchema = z.strictObject(
  {
    by: z.string({ error: 'say who does it: {"by": "name"}' }).trim().min(1, 'say who does it: {"by": "name"}').max(80),
    note: z.string().max(500).optional(),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'say who does it: {"by": "name"}' : undefined) },
);

export type Operator = z.infer<typeof operatorSchema>;

/** Of a command that a program may send, too: who says it is recorded where it is said. */
export const maybeOperatorParts = operatorSchema.partial().shape;

/** A sender chooses the name of a signal. */
export const maxRefusedName = 100;

interface RefusedMessage {
  message: string;
  refusal: Refusal;
  atMs: number;
}

/** Messages that were refused because they were unreadable or unsuitable: counted and kept, never obeyed. */
export interface KeptRefusals {
  count: number;
  last: RefusedMessage | null;
}

/** The same as a page or a query shows it. */
export interface RefusedMessages {
  count: number;
  last: (RefusedMessage & { reason: string }) | null;
}

export const noRefusedMessages: KeptRefusals = { count: 0, last: null };
