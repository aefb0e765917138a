/** The page of the door: what waits, an order, hold and approve, for people with passkeys. It has no key of a service and none to sign. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { pageRefusalText, type PageRefusal } from '../../words/people/page-words.ts';
import { PostRate } from '../post-rate.ts';
import { Doorway, PageRefused, type PageOptions } from './doorway.ts';
import { adStops, orderStops } from './page-desk.ts';
import { pageHeaders, senderRefusal } from './page-headers.ts';
import { adRoutes } from './routes/ad-routes.ts';
import { assetRoutes } from './routes/asset-routes.ts';
import { deviceRoutes } from './routes/device-routes.ts';
import { enrolRoutes } from './routes/enrol-routes.ts';
import { liveRoutes } from './routes/live-routes.ts';
import { peopleRoutes } from './routes/people-routes.ts';
import { pushRoutes } from './routes/push-routes.ts';
import { approveRoutes, orderRoutes } from './routes/order-routes.ts';
import { reportRoutes } from './routes/report-routes.ts';
import { signInPage, signInRoutes } from './routes/sign-in-routes.ts';
import { alertView } from './views/layout.ts';

const maxBodyBytes = 16_384;
/** Lines of the log about what is refused: to strangers, and beside them to people who have signed in. */
const refusalRate = { perSecond: 1, atOnce: 30 };

const statuses = {
  'other-host': 421,
  'no-origin': 403,
  'other-origin': 403,
  'not-a-post': 405,
  'no-such-page': 404,
  'no-session': 401,
  'session-over': 401,
  'session-idle': 401,
  'key-gone': 401,
  unsealed: 403,
  role: 403,
  'enrolment-used': 403,
  'enrolment-late': 403,
  'challenge-used': 403,
  'challenge-late': 403,
  'challenge-unfit': 403,
  'unknown-passkey': 403,
  'other-passkey': 403,
  'no-role': 403,
  'word-gone': 409,
  'push-off': 404,
  'push-full': 409,
  'push-stopped': 410,
  'push-host': 422,
  'push-often': 429,
  unreadable: 422,
  'too-long': 413,
  'too-many': 429,
  'asked-often': 429,
  silent: 503,
} as const satisfies Readonly<Record<PageRefusal['code'], number>>;

/** What only a post does: to open such an address changes nothing. */
const acting = [
  '/sign-out',
  '/enrol/made',
  ...orderStops.map((act) => `/orders/:account/:number/${act}`),
  '/orders/:account/:number/reply',
  '/accounts/:account/kill',
  ...adStops.map((act) => `/ads/:account/:number/${act}`),
  '/devices/end',
  '/devices/end-mine',
  '/people/enrol',
  '/push/keep',
  '/push/forget',
  '/push/stop',
  '/push/test',
];

/** Where to go on is where one signs in. */
const signsIn: ReadonlySet<PageRefusal['code']> = new Set(['no-session', 'session-over', 'session-idle', 'key-gone']);

/** Returns the page as an app of one origin. */
export function pageApp(options: PageOptions): Hono {
  const app = new Hono();
  const doorway = new Doorway(options);
  const refusals = { ofStrangers: new PostRate(refusalRate), ofPeople: new PostRate(refusalRate) };

  app.use('*', async (context, next) => {
    for (const [name, text] of Object.entries(pageHeaders(options.origin))) context.header(name, text);
    const { method } = context.req;
    const [host, origin, site] = ['host', 'origin', 'sec-fetch-site'].map((name) => context.req.header(name));
    const refusal = senderRefusal({ method, host, origin, site }, options.origin);
    if (refusal !== null) throw new PageRefused(refusal);
    await next();
  });
  const onError = (): never => {
    throw new PageRefused({ code: 'too-long', maxBytes: maxBodyBytes });
  };
  app.use('*', bodyLimit({ maxSize: maxBodyBytes, onError }));

  assetRoutes(app);
  signInRoutes(app, doorway);
  enrolRoutes(app, doorway);
  orderRoutes(app, doorway);
  approveRoutes(app, doorway);
  adRoutes(app, doorway);
  reportRoutes(app, doorway);
  deviceRoutes(app, doorway);
  peopleRoutes(app, doorway);
  liveRoutes(app, doorway);
  pushRoutes(app, doorway);
  for (const path of acting)
    app.all(path, () => {
      throw new PageRefused({ code: 'not-a-post' });
    });
  app.notFound((context) => refuse(context, { code: 'no-such-page' }));
  app.onError((error, context) => {
    const refusal = refusalOf(error);
    const budget = doorway.isOfSession(context) ? refusals.ofPeople : refusals.ofStrangers;
    if (budget.take(doorway.nowMs())) {
      const cause = error instanceof PageRefused ? {} : { error: error.message };
      options.logger.warn({ event: 'refused', code: refusal.code, ...cause }, pageRefusalText(refusal));
    }
    return refuse(context, refusal);
  });
  return app;

  function refuse(context: Context, refusal: PageRefusal) {
    for (const [name, text] of Object.entries(pageHeaders(options.origin))) context.header(name, text);
    context.status(statuses[refusal.code]);
    const why = pageRefusalText(refusal);
    const isFirstLook = refusal.code === 'no-session' && context.req.method === 'GET';
    if (signsIn.has(refusal.code)) return signInPage(doorway, context, isFirstLook ? null : why);
    return doorway.page(context, { title: 'Refused', visitor: null }, alertView(why));
  }
}

const refusalOf = (error: Error): PageRefusal =>
  error instanceof PageRefused ? error.refusal : { code: 'silent', why: 'something of its own failed' };
