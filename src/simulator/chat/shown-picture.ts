import { sayText } from '../trade/chat-log.ts';
import { noteOrder, type Marketplace } from '../world/marketplace.ts';
import type { ImageStore } from './image-store.ts';

interface PicturePlace {
  readonly marketplace: Marketplace;
  readonly images: ImageStore;
  /** Where the storage is reached. */
  readonly origin: string;
}

/** The simulated party of an order uploads a picture and shows it in the chat. Throws where there is no such order, or no such picture. */
export function showPicture(
  { marketplace, images, origin }: PicturePlace,
  orderNumber: string,
  { name, bytes }: { name: string; bytes: Buffer },
): void {
  const order = marketplace.orders.get(orderNumber);
  if (order === undefined) throw new Error(`there is no order ${orderNumber}`);
  const author = order.maker.account === null ? 'maker' : 'taker';
  const { imageUrl, path, token } = images.issue(order[author].nickname, { imageName: name, origin });
  const contentType = /\.png$/i.test(name) ? 'image/png' : 'image/jpeg';
  const { error } = images.accept({ path, token, contentType, bytes });
  if (error !== null) throw new Error(`the storage does not take ${name}: ${error}`);
  sayText(marketplace, order, { author, text: '', type: 'image', image: { imageUrl, thumbnailUrl: imageUrl } });
  noteOrder(marketplace, order, 'message');
}
