import { z } from 'zod';
import { countField, integerField, numberField, sortFields, textField } from '../../http/request-field.ts';

/** EP-29. */
export const riskTipsRequest = z.looseObject({
  fiat: textField.optional(),
  orderNo: textField.optional(),
  scene: z.enum(['Portal', 'Chat']).optional(),
});

/** EP-30: a file name; its suffix decides the kind of image. */
export const imageAddressRequest = z.looseObject({
  imageName: z
    .string()
    .regex(/^[^/\\]{1,200}\.(jpe?g|png)$/i)
    // Half of a surrogate pair has no UTF-8 form, so no address could carry it.
    .refine((name) => name.isWellFormed()),
});

/** EP-31. */
export const orderReadRequest = z.looseObject({ orderNo: numberField, userId: integerField.optional() });

/** Types of chat rows (wire-facts 3); the simulated chat itself writes the first four. */
const chatTypes = [
  'text',
  'image',
  'auto_reply',
  'system',
  'card',
  'video',
  'recall',
  'translate',
  'mark',
  'error',
] as const;

/** EP-34. */
export const chatPageRequest = z.looseObject({
  page: countField,
  rows: countField,
  chatMessageType: z.enum(chatTypes).optional(),
  id: integerField.or(numberField).optional(),
  orderNo: numberField.optional(),
  ...sortFields,
});
