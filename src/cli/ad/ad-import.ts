import { adWishes } from '../../config/file/ad-wishes.ts';
import { loadFile } from '../../config/file/load-file.ts';
import type { ListedAd } from '../../domain/ads/listed-terms.ts';
import { publishedTermsSchema } from '../../domain/ads/published-terms.ts';
import {
  adNumberOf,
  oddName,
  readEach,
  readList,
  toListedAd,
  type ExchangeClient,
  type OddRow,
} from '../../exchange/index.ts';
import { reportBan } from '../session/ban-check.ts';
import { openServiceClient } from '../call/service-client.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { accountOf } from '../session/effective-environment.ts';
import { importedAds, type ImportWish } from './imported-ads.ts';
import { readOptions } from '../kit/option-values.ts';
import { adImportOptions } from '../options/ad-options.ts';

/** A page size that every service accepts (wire-facts EP-4). */
const pageRows = 20;
/** A service that repeats its pages must not be asked forever. */
const maxPages = 50;

/** `peerdesk ad import`: prints the tables of peerdesk.toml for the ads that exist and that the file does not name. */
export const adImport: CommandRun = async (call, context) => {
  const options = readOptions(adImportOptions, call);
  const account = accountOf(options.account, context.env);
  const exchange = await openServiceClient(context);
  try {
    const { ads, odd } = await ownAds(exchange);
    for (const row of odd) note(context, `left out, since it cannot be read: ad ${oddName(row)}: ${row.why}`);
    const text = importedAds(ads, {
      account,
      terms: options.terms,
      ...ofFile({ account, config: options.config }, context),
    });
    print(context, { json: options.json, data: { account, ads, toml: text }, text: () => text.trimEnd() });
    note(
      context,
      text === '' ? 'the file names every ad already' : 'append it to peerdesk.toml, and write your own limits',
    );
  } catch (error) {
    const { banUntilMs } = exchange.gate.state();
    if (banUntilMs !== null) await reportBan(context, banUntilMs);
    throw error;
  } finally {
    await exchange.close();
  }
  return undefined;
};

interface FileOf {
  account: string;
  config: string | undefined;
}

/** What the file has of the account's ads: by number, and by a name that is published. */
function ofFile({ account, config }: FileOf, { env, cwd }: CommandContext): Omit<ImportWish, 'account' | 'terms'> {
  const loaded = loadFile(config, { env, cwd: cwd ?? process.cwd() });
  const wishes = loaded === null ? [] : adWishes(loaded.file).ads;
  return {
    named: new Set(wishes.flatMap(({ adNumber }) => (adNumber === null ? [] : [adNumber]))),
    published: wishes
      .filter((wish) => wish.account === account && wish.adNumber === null)
      .map(({ name, terms }) => ({ name, terms: publishedTermsSchema.parse(terms) })),
  };
}

interface OwnAds {
  ads: readonly ListedAd[];
  odd: readonly OddRow[];
}

/** Returns every ad of the account, and the rows that cannot be read. */
export async function ownAds(exchange: ExchangeClient): Promise<OwnAds> {
  const listed = await readList({
    ask: (page, rows) => exchange.ads.listWithPagination({ page, rows }, { priority: 'market' }),
    rows: pageRows,
    maxPages,
    numberOf: adNumberOf,
  });
  const { items, odd } = readEach(listed.items, toListedAd, adNumberOf);
  return { ads: items, odd: [...listed.odd, ...odd] };
}
