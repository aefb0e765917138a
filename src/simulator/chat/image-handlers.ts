import type { ImageStore } from './image-store.ts';
import { callerOf, requiredText, type SimAnswer, type SimCall } from '../world/sim-call.ts';
import { TooManyCalls } from '../world/sim-refusal.ts';

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
