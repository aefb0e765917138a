import { expect, it } from 'vitest';
import { MarketplaceFailure } from '../../../src/domain/failures/marketplace-failure.ts';

it('a failure of a marketplace carries all that the desk goes by', () => {
  const call = {
    endpoint: 'sell',
    code: 'shut',
    httpStatus: 400,
    sent: 'yes',
    hadNoEffect: true,
    retryAfterMs: 50,
  } as const;
  const said = { ...call, category: 'AD_OFFLINE', advice: 'Open it.' } as const;
  const error = new MarketplaceFailure('closed', said);
  expect(error).toMatchObject({ ...said, name: 'MarketplaceFailure', message: 'closed' });
  expect(error).toBeInstanceOf(Error);
});
