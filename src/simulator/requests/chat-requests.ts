import { z } from 'zod';
import { countField, integerField, numberField, sortFields, textField } from '../request-field.ts';

/** EP-29. */
export const riskTipsRequest = z.looseObject({
  fiat: textField.optional(),
  orderNo: textField.optional(),
  scene: z.enum(['Portal', 'Chat']).optional(),
});

/** EP-30: a file name; its ending tells the kind of image. */
export const imageAddressRequest = z.looseObject({ imageName: z.string().regex(/^[^/\\]{1,200}\.(jpe?g|png)$/i) });

/** EP-31. */
export const orderReadRequest = z.looseObject({ orderNo: numberField, userId: integerField.optional() });

/** EP-34. */
export const chatPageRequest = z.looseObject({
  page: countField,
  rows: countField,
  chatMessageType: textField.optional(),
  id: integerField.or(numberField).optional(),
  orderNo: numberField.optional(),
  ...sortFields,
});
