import { expect, it } from 'vitest';
import { readProjectFile, typescriptFiles } from '../project/project-files.ts';

/** A text of three words or more, between quotes or backticks on one line. */
const sentence = /(['`])(?:(?!\1).)*?[a-zA-Z]{2,} [a-zA-Z]{2,} [a-zA-Z]{2,}(?:(?!\1).)*\1/;
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** What decides about ads: it has codes, and `src/words` alone has the sentences. */
const emptied = ['src/domain/ads', 'src/domain/caps', 'src/domain/pricing', 'src/workflows/ad'];

/** Files that still have some; the list only shrinks. */
const allowed: Readonly<Record<string, string>> = {
  'src/domain/ads/business-act.ts': 'why a command is refused',
  'src/domain/ads/inventory.ts': 'of the schema',
  'src/domain/ads/method-choice.ts': 'why a publication is refused',
  'src/domain/ads/published-terms.ts': 'of the schema',
  'src/domain/caps/caps-rule.ts': 'of the schema, and what a change of rules loosens',
  'src/domain/pricing/competitors/competitor-filter.ts': 'of the schema',
  'src/domain/pricing/price-strategy.ts': 'of the schema',
  'src/domain/pricing/price-text.ts': 'of the schema',
  'src/domain/pricing/pricing-rules.ts': 'of the schema, and why a command is refused',
  'src/workflows/ad/ad-apply.ts': 'of a timer',
  'src/workflows/ad/ad-caps.ts': 'of a call, and a trouble',
  'src/workflows/ad/ad-hours.ts': 'of a timer',
  'src/workflows/ad/ad-maintenance.ts': 'of a timer',
  'src/workflows/ad/ad-messages.ts': 'of a query, and why a command is refused',
  'src/workflows/ad/ad-offline.ts': 'of a call, and troubles',
  'src/workflows/ad/ad-page.ts': 'the page, which calls src/words',
  'src/workflows/ad/ad-prices.ts': 'a trouble',
  'src/workflows/ad/ad-stock.ts': 'of a call',
  'src/workflows/ad/ad-task.ts': 'who took it off the market',
  'src/workflows/ad/ad-waiting.ts': 'of a call, and a trouble',
  'src/workflows/ad/ad-watch.ts': 'troubles',
};

it('U16: what decides about ads has no sentences', () => {
  const files = typescriptFiles('src').filter((file) => emptied.some((folder) => file.startsWith(`${folder}/`)));
  const found = files.filter((file) => sentence.test(readProjectFile(file).replace(comments, '')));
  expect(files.length).toBeGreaterThan(50);
  expect(found).toEqual(Object.keys(allowed));
});
