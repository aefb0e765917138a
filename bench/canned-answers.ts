import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Wire forms of live answers: decimals as text, times and states as integers. `##` is the row's number. */
const rowsFile = readFileSync(new URL('answer-rows.json', import.meta.url), 'utf8');
const forms = z.object({ ad: z.json(), advertiser: z.json(), history: z.json() }).parse(JSON.parse(rowsFile));

function rows(form: unknown, count: number): unknown[] {
  const text = JSON.stringify(form);
  return Array.from(
    { length: count },
    (_, at) => JSON.parse(text.replaceAll('##', String(at).padStart(2, '0'))) as unknown,
  );
}

const success = (data: unknown) => ({ code: '000000', message: 'success', data, success: true });
const page = (data: unknown[]) => ({ ...success(data), total: data.length });

export const historyPath = '/sapi/v1/c2c/orderMatch/listUserOrderHistory';

/** The answer of a search: a page of the market. */
export const searchAnswer = page(rows({ adv: forms.ad, advertiser: forms.advertiser }, 20));

/** Answers of the benchmark server by path. The history holds one order, so that the caller is measured. */
export const answers: Readonly<Record<string, unknown>> = {
  [historyPath]: page(rows(forms.history, 1)),
  '/sapi/v1/c2c/ads/update': success(true),
};
