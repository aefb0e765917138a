import { z } from 'zod';
import type { ImageStore } from './image-store.ts';
import { callerOf, requiredText, type SimAnswer, type SimCall } from '../world/sim-call.ts';
import { TooManyCalls } from '../world/sim-refusal.ts';

/** EP-30: a file name; its suffix decides the kind of image. */
export const imageAddressRequest = z.looseObject({
  imageName: z
    .string()
    .regex(/^[^/\\]{1,200}\.(jpe?g|png)$/i)
    // Half of a surrogate pair has no UTF-8 form, so no address could carry it.
    .refine((name) => name.isWellFormed()),
});

/** EP-30: the object storage is on the same host, so both addresses are. */
export function issueImageAddress(images: ImageStore): (call: SimCall) => SimAnswer {
  return (call) => {
    const waitMs = images.waitMs(callerOf(call));
    if (waitMs > 0) throw new TooManyCalls(waitMs);
    const imageName = requiredText(call, 'imageName');
    const { imageUrl, token } = images.issue(callerOf(call), { imageName, origin: `http://${call.host}` });
    return { data: { uploadUrl: `${imageUrl}?token=${token}`, imageUrl } };
  };
}
