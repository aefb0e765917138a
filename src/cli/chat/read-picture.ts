import { statSync, readFileSync } from 'node:fs';
import type { OrderMessage } from '../../domain/sheet/chat-message.ts';
import { maxPictureBytes, pictureEnding } from '../../domain/sheet/chat-picture.ts';
import { misuse } from '../kit/cli-failure.ts';

/** Reads a picture that is to be sent; what it is in truth is judged before it is uploaded. Throws a failure that names the file. */
export function readPicture(file: string): NonNullable<OrderMessage['picture']> {
  const ending = pictureEnding(file);
  if (ending === null) throw misuse(`${file} is no jpg, jpeg or png by its name`);
  const bytes = bytesOf(file);
  if (bytes === null) throw misuse(`${file} cannot be read, or is larger than ${maxPictureBytes} bytes`);
  return { ending, base64: bytes.toString('base64') };
}

function bytesOf(file: string): Buffer | null {
  try {
    return statSync(file).size > maxPictureBytes ? null : readFileSync(file);
  } catch {
    return null;
  }
}
