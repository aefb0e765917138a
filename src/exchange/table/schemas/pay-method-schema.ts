import { z } from 'zod';
import type { Known } from '../known-fields.ts';
import {
  decimal,
  flag,
  identifier,
  integer,
  lenients,
  millis,
  optional,
  optionals,
  text,
  anyCode,
} from '../wire-value.ts';

/** Where to pay, in the flat form from before there were lists of fields. */
export const flatPayDetails = { payee: text, payAccount: text, payBank: text, paySubBank: text, qrCodePath: text };

/**
 * One line of a payment method's form, PayMethodField of the field tables. restrictionType 0 anything, 1 digits,
 * 2 digits and letters; isDisplay 0 hidden, 1 public, 2 private; lengthLimit in characters.
 */
const payFieldSchema = z.looseObject(
  lenients({
    fieldId: text,
    fieldName: text,
    fieldContentType: text,
    fieldValue: text,
    id: identifier,
    fieldTitle: text,
    fieldTitleKey: text,
    hintWord: text,
    hintKey: text,
    errorWord: text,
    errorKey: text,
    isRequired: flag,
    isCopyable: flag,
    isDisplay: anyCode,
    isEncrypt: flag,
    lengthLimit: integer,
    restrictionType: integer,
    sequence: integer,
    status: anyCode,
    createTime: millis,
    updateTime: millis,
  }),
);

/** The account's own data of its method: payLimit and currentPayAmount in payLimitUnit, advCount in ads. */
const payMethodUse = {
  userId: identifier,
  payStatus: text,
  payLimit: decimal,
  currentPayAmount: decimal,
  payLimitUnit: text,
  advCount: integer,
  isRemoved: integer,
  createTime: millis,
  updateTime: millis,
};

export const payMethodRequest = z.object({ id: identifier });

const payFields = z.array(payFieldSchema);

/**
 * An own payment method (EP-36, EP-37), PayMethodResp of the field tables; `id` is the payId of orders and ads. Only its
 * names decide.
 */
export const payMethodSchema = z.looseObject({
  id: identifier,
  tradeMethod: optional(z.looseObject(lenients({ identifier: text, name: text }))),
  ...optionals({ tradeMethodIdentifier: text, payType: text }),
  ...lenients({ fieldList: payFields, ...payMethodUse, forbidReason: text, ...flatPayDetails, mainUserId: identifier }),
});
export type WirePayMethod = Known<z.infer<typeof payMethodSchema>>;

/**
 * A payment method of an order, PayMethodVO of the field tables. Live orders have the form under `fields` and the trade
 * method under `identifier` (wire-facts 12.5).
 */
export const orderPayMethodSchema = z.looseObject({
  ...optionals({ id: identifier, identifier: text, tradeMethodName: text }),
  ...lenients({
    fields: payFields,
    iconUrlColor: text,
    fieldList: z.lazy(() => payFields),
    tradeMethodShortName: text,
    tradeMethodBgColor: text,
    tradeMethodRisk: text,
    online: flag,
    mainUserId: identifier,
    ...payMethodUse,
    tradeMethodIdentifier: text,
  }),
});
