import { describe, expect, it } from 'vitest';
import { amountText, tradeTitle } from '../../src/words/amount-words.ts';
import { readProjectFile, typescriptFiles } from '../project/project-files.ts';

/** A price in a text: an expression that ends in one, not handed through a function. */
const bare = /\$\{(?:\w+\??\.)*(?:\w+P|p)rice(?: \?\? '[^']*')?\}/g;
/**
 * What is below src/words, or repeats what was typed (the label of a placement); the pages of a backtest
 * round to the tick of their market.
 */
const below = ['domain/', 'exchange/', 'simulator/', 'register/', 'client/', 'cli/backtest/'];
const isElsewhere = (file: string): boolean => below.some((place) => file.startsWith(`src/${place}`));

describe('U16: a price reads the same in a page, a list, an answer and a notice', () => {
  it('every text that names one takes it from src/words', () => {
    const found = typescriptFiles('src')
      .filter((file) => !isElsewhere(file))
      .flatMap((file) => [...readProjectFile(file).matchAll(bare)].map(([text]) => `${file}: ${text}`));
    expect(found).toEqual([]);
  });

  it.each([
    ['9.15000000', '9.15'],
    ['9.10', '9.10'],
    ['9.1', '9.1'],
    ['4012', '4012'],
    ['0.00012300', '0.000123'],
    ['100000', '100000'],
    ['11.00', '11.00'],
    ['11.5207', '11.5207'],
  ])('%s is %s', (decimal, text) => expect(amountText(decimal)).toBe(text));

  it('a trade has one title', () => {
    const trade = { side: 'SELL', amount: '250.00000000', asset: 'USDT', price: '11.6200', fiat: 'BOB' };
    expect(tradeTitle(trade)).toBe('SELL 250.00 USDT @ 11.62 BOB');
  });
});
