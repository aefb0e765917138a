/** A picture of a chat on its way from the window to the person who keeps it. */
import { z } from 'zod';
import { missingSchema } from './order-sheet.ts';

/** A picture as it lies at the service. */
export interface LoadedPicture {
  readonly type: 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
}

/** What the service takes, and what is loaded of it. */
export const maxPictureBytes = 5_242_880;
/** As Base64, with the rest of an answer. */
export const maxPictureText = Math.ceil(maxPictureBytes / 3) * 4 + 4_096;

export const chatPictureSchema = z.union([
  z.object({
    known: z.object({ type: z.enum(['image/jpeg', 'image/png']), base64: z.base64().max(maxPictureText) }),
  }),
  z.object({ missing: missingSchema }),
]);
/** The picture of one message, or why it is not shown. */
export type ChatPicture = z.infer<typeof chatPictureSchema>;

const pictureSuffix = /\.(?:jpe?g|png)$/i;

/** Returns the ending of a file's name that the chat takes, such as .png; null: none. */
export const pictureEnding = (file: string): string | null => pictureSuffix.exec(file)?.[0].toLowerCase() ?? null;

/** A picture on its way to the chat: it gets the id of its message for a name, since that of a file may say more. */
export const sentPictureSchema = z.strictObject({
  ending: z.string().regex(pictureSuffix),
  base64: z.base64().max(maxPictureText),
});
