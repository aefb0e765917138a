import type {
  BusinessLook,
  PutAdOnlineInput,
  WatchBusinessInput,
  WatchMarketVerdict,
} from '../../../src/activities/activity-contract.ts';
import { market, quietAt, type FakeMarket } from './ad-fixture.ts';
import { heldUntilCancelled, type FakeActivities } from '../workflow-harness.ts';

/** What a write does: it is carried out, or only noted. */
export type WriteKind = 'applied' | 'intent';

/** A service that takes every write of an ad, and has news of it while it is off the market. */
export interface NewsService<News> {
  market: FakeMarket;
  activities: FakeActivities;
  /** Statuses as they were written, in order. */
  writes: string[];
  put: PutAdOnlineInput[];
  looks: WatchBusinessInput[];
  /** What the looks of an ad that is off the market find: the first one until a write has answered it. */
  news: News[];
  /** Ends the first of the news. */
  answered: () => void;
  status: 'online' | 'offline';
}

interface NewsOptions<News> {
  kind: WriteKind;
  /** Returns whether a look asks for such news. */
  asks: (input: WatchBusinessInput) => boolean;
  report: (news: News) => Partial<BusinessLook>;
}

/** Opens it with the verdicts of the watch of the market, after a first quiet one. */
export function newsService<News>(
  verdicts: WatchMarketVerdict[],
  { kind, asks, report }: NewsOptions<News>,
): NewsService<News> {
  const fake = market([quietAt('9.50'), ...verdicts]);
  const written = (status: 'online' | 'offline') => {
    at.writes.push(status);
    if (kind === 'applied') at.status = status;
    return { kind, atMs: 5 };
  };
  const watchBusiness = async (input: WatchBusinessInput): Promise<BusinessLook> => {
    at.looks.push(input);
    const look = { status: input.status, adStatus: at.status };
    if (input.adStatus !== at.status && kind === 'applied') return look;
    const news = asks(input) ? at.news[0] : undefined;
    return news === undefined ? heldUntilCancelled() : { ...look, ...report(news) };
  };
  const putAdOnline: FakeActivities['putAdOnline'] = async (input) => {
    at.put.push(input);
    at.answered();
    return written('online');
  };
  const takeAdOffline: FakeActivities['takeAdOffline'] = async () => written('offline');
  const activities = { watchMarket: fake.watchMarket, watchBusiness, takeAdOffline, putAdOnline };
  const at: NewsService<News> = {
    market: fake,
    activities,
    writes: [],
    put: [],
    looks: [],
    news: [],
    // A look that a message has ended may have found it, too, and its answer counts for nothing.
    answered: () => void at.news.shift(),
    status: 'online',
  };
  return at;
}
