import type { ImageStore } from './image-store.ts';
import { callerOf, requiredText, type SimAnswer, type SimCall } from './sim-call.ts';
import { tooManyCalls } from './sim-refusal.ts';

/** EP-30: the caller is its own object storage's neighbour, so both addresses are on this host. */
export function issueImageAddress(images: ImageStore): (call: SimCall) => SimAnswer {
  return (call) => {
    const address = images.issue(callerOf(call), requiredText(call, 'imageName'));
    if (address === null) throw tooManyCalls();
    const imageUrl = `http://${call.host}${address.path}`;
    return { data: { uploadUrl: `${imageUrl}?token=${address.token}`, imageUrl } };
  };
}
