import { z } from 'zod';
import type { blockRefusal, unblockRefusal } from '../guard/block-list.ts';
import { maxRefusedText, messageRefusalSchemas } from './message-refusal.ts';

/** What a guard keeps of a message that it refused: its memory is read again, so it has a schema. */
export const guardMessageRefusalSchema = z.union([
  ...messageRefusalSchemas,
  z.strictObject({
    code: z.literal('unblockable'),
    why: z.enum(['no-user-number', 'no-one', 'masked', 'too-long']),
  }),
  z.strictObject({ code: z.literal('block-list-full'), max: z.int().nullable() }),
  z.strictObject({
    code: z.literal('not-blocked'),
    counterparty: z.string().max(maxRefusedText),
    listed: z.array(z.string().max(100)).max(20),
    more: z.int().nonnegative(),
  }),
]);

/** What a guard refuses a command or a worker’s question with. */
export type GuardRefusal =
  | NonNullable<ReturnType<typeof blockRefusal>>
  | NonNullable<ReturnType<typeof unblockRefusal>>
  /** The memory of its ended run is being taken over; or no more published ads have room in it. */
  | { readonly code: 'taking-over' | 'publications-full' };
