import { z } from 'zod';

/**
 * Fields of requests as the service accepts them: a JSON number or its text, because queries carry only text and live
 * clients send both in bodies (wire-facts 2.4). Nothing is converted, so that one schema checks and documents.
 */

/** A decimal without exponent. */
export const decimalField = z.union([z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/), z.number()]);
/** A whole number. */
export const integerField = z.union([z.int(), z.string().regex(/^-?\d{1,19}$/)]);
/** A page number or a number of rows. */
export const countField = z.union([z.int().min(1), z.string().regex(/^[1-9]\d{0,8}$/)]);
/** The number of an ad or an order: more digits than a double holds, so text. */
export const numberField = z.string().regex(/^\d{1,30}$/);
export const textField = z.string().max(1_000);
export const flagField = z.boolean();
export const textListField = z.array(z.string());
/** A side by name, or by its number in the field tables: 0 BUY, 1 SELL. */
export const sideField = z.union([z.enum(['BUY', 'SELL', 'buy', 'sell', '0', '1']), z.literal(0), z.literal(1)]);
/** 0 no, 1 yes. */
export const yesNoField = z.union([z.literal(0), z.literal(1), z.enum(['0', '1'])]);

/** The codes that a second factor may come in. */
export const secondFactorFields = {
  authType: z.enum(['FIDO2', 'FUND_PWD', 'GOOGLE', 'SMS']).optional(),
  code: textField.optional(),
  emailVerifyCode: textField.optional(),
  googleVerifyCode: textField.optional(),
  mobileVerifyCode: textField.optional(),
  yubikeyVerifyCode: textField.optional(),
};

/** Sorting, as most lists accept it. */
export const sortFields = { order: textField.optional(), sort: textField.optional() };
