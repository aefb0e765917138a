import { describe, expect, it } from 'vitest';
import { toOrderFacts } from '../../../src/exchange/index.ts';
import { orderRowSchema } from '../../../src/exchange/table/schemas/order-schema.ts';
import { wireOrderRow } from '../fixtures.ts';

describe('wire-facts 12.2: a row has no price of one unit', () => {
  it.each([
    ['34.72000000', '400.00', '11.52'],
    ['250', '2905.00', '11.62'],
    ['6.94', '80.00', '11.53'],
    ['0.00250000', '1187.50', '475000'],
    ['1234.5678', '11340.67', '9.1859435'],
  ])('%s for %s is %s each, without digits that mean nothing', (amount, totalPrice, price) => {
    expect(toOrderFacts(orderRowSchema.parse({ ...wireOrderRow, amount, totalPrice }))).toMatchObject({ price });
  });
});
