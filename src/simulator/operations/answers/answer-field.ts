import { z } from 'zod';

/**
 * Fields of answers in the form of live traffic (wire-facts 2.4): decimals as text, ids as text, times as integer
 * milliseconds. Optional fields of the field tables are omitted when empty.
 */

/** A decimal as text, with as many decimals as its currency or price. */
export const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/);
/** A decimal as text with eight decimals. */
export const eightDecimals = z.string().regex(/^-?\d+\.\d{8}$/);
export const whole = z.int();
/** Milliseconds since the epoch. */
export const moment = z.int().min(0);
export const text = z.string();
/** The number of an ad or an order. */
export const number20 = z.string().regex(/^\d{20}$/);
/** The public number of a user. */
export const userNumber = z.string().regex(/^s[0-9a-f]{32}$/);
export const tradeSide = z.enum(['BUY', 'SELL']);
export const zeroOrOne = z.union([z.literal(0), z.literal(1)]);
/** A share of 1, or seconds: one of the few JSON numbers that are not integers. */
export const plainNumber = z.number();
