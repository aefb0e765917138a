import { describe, expect, it } from 'vitest';
import { categorize, classify } from '../../../src/exchange/table/classify.ts';
import type { ErrorFacts } from '../../../src/domain/failures/error-category.ts';
import { refusalCodes } from '../../../src/domain/failures/refusal-codes.ts';
import { errorTable } from '../../../src/exchange/table/error-table.ts';

function facts(code: string | null, message = '', httpStatus: number | null = 400): ErrorFacts {
  return { code, message, httpStatus };
}

/** Interface 7.3, written again so that a slip in the table shows. */
const section73: readonly (readonly [string, string, string])[] = [
  ['-1021', 'Timestamp out of recvWindow', 'RETRY_WITH_SYNC'],
  ['-1022', 'Invalid signature', 'RETRY_WITH_SYNC'],
  ['-1000', 'Unknown error', 'RETRIABLE_WITH_BACKOFF'],
  ['-9000', 'System error (wrapper)', 'RETRIABLE_WITH_BACKOFF'],
  ['-1102', 'Mandatory parameter missing', 'NON_RETRIABLE_BUSINESS'],
  ['-1104', 'Unknown parameter', 'NON_RETRIABLE_BUSINESS'],
  ['187049', 'Ad status error', 'RETRY_WITH_VOLUME_SYNC'],
  ['187040', 'Ad status error (variant)', 'RETRY_WITH_VOLUME_SYNC'],
  ['187031', 'Ad update failed', 'RETRY_WITH_VOLUME_SYNC'],
  ['187055', 'Price overlap', 'SPECIAL_HANDLER'],
  ['-2019', 'Margin insufficient', 'NON_RETRIABLE_BUSINESS'],
  ['-2015', 'Invalid API key/permissions', 'NON_RETRIABLE_BUSINESS'],
  ['-3026', 'Order already completed', 'NON_RETRIABLE_BUSINESS'],
  ['-1013', 'Invalid quantity', 'NON_RETRIABLE_BUSINESS'],
  ['-1111', 'Precision over maximum', 'NON_RETRIABLE_BUSINESS'],
  ['83229', 'Business closed', 'AD_OFFLINE'],
  ['83230', 'Taking a break', 'AD_OFFLINE'],
];

describe('7.3: all codes', () => {
  it('7.3: the table holds exactly the codes of the interface', () => {
    expect(errorTable.map((row) => [row.code, row.name, row.category])).toEqual(section73);
    expect(refusalCodes).toEqual(errorTable.map(({ code }) => code));
  });

  it.each(section73)('7.3, I26: %s (%s) is %s', (code, _name, category) => {
    expect(classify(facts(code))).toBe(category);
    expect(categorize(facts(code))).toBe(category);
  });
});

describe('7.2: the order of the categories', () => {
  it.each(['187049', '187040', '187031'])('7.2: -9000 around %s is RETRY_WITH_VOLUME_SYNC', (inner) => {
    expect(classify(facts('-9000', `failed: ${inner}`))).toBe('RETRY_WITH_VOLUME_SYNC');
  });

  it.each(['El precio tiene un rango limitado 9 - 11', 'LIMITED RANGE 9 - 11', 'Rango Limitado'])(
    '7.2: -9000 with "%s" is PRICE_RANGE_LIMIT',
    (message) => {
      expect(classify(facts('-9000', message))).toBe('PRICE_RANGE_LIMIT');
    },
  );

  it.each(['', 'price range 9 - 11', '187055', 'anything else'])(
    '7.2: -9000 with "%s" is RETRIABLE_WITH_BACKOFF',
    (message) => {
      expect(classify(facts('-9000', message))).toBe('RETRIABLE_WITH_BACKOFF');
    },
  );

  it('7.2: in -9000 a volume code comes before the words of a range', () => {
    expect(classify(facts('-9000', 'limited range, 187049'))).toBe('RETRY_WITH_VOLUME_SYNC');
  });

  it.each(['price range', 'Limited Range', 'rango limitado'])(
    '7.4: any unlisted code with "%s" is PRICE_RANGE_LIMIT',
    (words) => {
      expect(classify(facts('187999', `out of ${words}`))).toBe('PRICE_RANGE_LIMIT');
      expect(classify(facts(null, `out of ${words}`))).toBe('PRICE_RANGE_LIMIT');
    },
  );

  it('7.2: a listed code wins over the words of a range, because the message check comes last', () => {
    expect(classify(facts('-1013', 'price range'))).toBe('NON_RETRIABLE_BUSINESS');
    expect(classify(facts('83229', 'limited range'))).toBe('AD_OFFLINE');
    expect(classify(facts('187055', 'price range'))).toBe('SPECIAL_HANDLER');
  });

  it('7.2: what nothing matches is UNKNOWN', () => {
    expect(classify(facts('83998', 'operation illegal'))).toBe('UNKNOWN');
    expect(classify(facts(null, ''))).toBe('UNKNOWN');
  });

  it('7.4: the application code 429 backs off', () => {
    expect(classify(facts('429'))).toBe('RETRIABLE_WITH_BACKOFF');
  });
});

describe('7.1 and 7.7: the transport is looked at first', () => {
  it('7.1: 418 is an IP ban whatever the code says', () => {
    expect(categorize(facts('-1021', '', 418))).toBe('IP_BAN');
  });

  it('7.1: 429 is a rate limit as HTTP status and as application code', () => {
    expect(categorize(facts(null, '', 429))).toBe('RATE_LIMITED');
    expect(categorize(facts('-1000', '', 429))).toBe('RATE_LIMITED');
    expect(categorize(facts('429', '', 400))).toBe('RATE_LIMITED');
  });

  it('7.7: 404 is NOT_FOUND unless a listed code explains it', () => {
    expect(categorize(facts(null, '', 404))).toBe('NOT_FOUND');
    expect(categorize(facts('83998', '', 404))).toBe('NOT_FOUND');
    expect(categorize(facts('-1000', "Request method 'GET' is not supported", 404))).toBe('RETRIABLE_WITH_BACKOFF');
  });

  it('7.2: without an answer the category is UNKNOWN', () => {
    expect(categorize(facts(null, 'socket hang up', null))).toBe('UNKNOWN');
  });
});
