import { z } from 'zod';
import { permittedCallSchema } from '../../src/domain/guard/permitted-call.ts';
import { OwnFailure } from '../../src/domain/failures/own-failures.ts';
import type { ClaimReply } from '../../src/register/operations/claim.ts';

/** What a claimant of another process reports. */
export const claimReplySchema: z.ZodType<ClaimReply> = z.discriminatedUnion('claimed', [
  z.object({
    claimed: z.literal(true),
    generation: z.string(),
    number: z.number(),
    callId: z.string(),
    known: permittedCallSchema.nullable(),
  }),
  z.object({ claimed: z.literal(false), reason: z.enum(OwnFailure), text: z.string() }),
]);
