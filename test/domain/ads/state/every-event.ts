import type { StandingEvent } from '../../../../src/domain/ads/state/ad-standing.ts';

type Types = { readonly [Type in StandingEvent['type']]: readonly Extract<StandingEvent, { type: Type }>[] };

const atMs = 10;
const off = { type: 'offline', atMs } as const;
/** A person takes the ad off the market. */
export const takeOff = {
  type: 'take-off',
  by: 'ana',
  reason: { code: 'unsaid' },
  urgent: false,
  pauses: false,
  atMs,
} as const;

/** Every event of an ad, with what of it changes where it leads. */
const byType: Types = {
  pause: [{ type: 'pause', by: 'ana', atMs }],
  resume: [{ type: 'resume', atMs }],
  stop: [{ type: 'stop', atMs }],
  offline: [
    { ...off, cause: 'business', business: 'closed' },
    { ...off, cause: 'ad' },
    { ...off, cause: 'limit', bound: { code: 'no-competitor' } },
    { ...off, cause: 'stock', note: null },
    { ...off, cause: 'caps', note: null },
  ],
  'take-off': [takeOff, { ...takeOff, pauses: true }],
  'put-back': [{ type: 'put-back', atMs }],
  'outside-hours': [{ type: 'outside-hours', atMs }],
  'hours-open': [{ type: 'hours-open', atMs }],
  online: [{ type: 'online', atMs }],
  restocked: [{ type: 'restocked', atMs }],
  cool: [{ type: 'cool', untilMs: 20, atMs }],
  block: [{ type: 'block', untilMs: 20, category: 'UNKNOWN', message: 'odd', atMs }],
  expire: [{ type: 'expire', atMs: 30 }],
  dead: [{ type: 'dead', atMs }],
  closed: [{ type: 'closed', atMs }],
  leaves: [{ type: 'leaves' }],
  left: [{ type: 'left' }],
  seen: [
    { type: 'seen', status: 'online', atMs },
    { type: 'seen', status: 'offline', atMs },
  ],
  back: [{ type: 'back' }],
  'shadow-ends': [{ type: 'shadow-ends', atMs }],
};

export const everyEvent: readonly StandingEvent[] = Object.values(byType).flat();
