import { z } from 'zod';
import { permittedCallSchema } from '../../src/domain/guard/permitted-call.ts';
import { OwnFailure } from '../../src/domain/failures/own-failures.ts';
import type { ClaimReply } from '../../src/register/operations/claim.ts';

const refusedSchema = z.looseObject({ claimed: z.literal(false), reason: z.enum(OwnFailure), code: z.string() });

/** What a claimant of another process reports. */
export const claimReplySchema: z.ZodType<ClaimReply> = z.union([
  z.object({
    claimed: z.literal(true),
    generation: z.string(),
    number: z.number(),
    callId: z.string(),
    known: permittedCallSchema.nullable(),
  }),
  z.custom<Extract<ClaimReply, { claimed: false }>>((reply) => refusedSchema.safeParse(reply).success),
]);
