/** What of an open page may change under the eyes of who reads it. */
import { createHash } from 'node:crypto';
import type { PageRole } from '../../../domain/people/page-role.ts';
import type { PageDesk } from '../page-desk.ts';

/** What is looked at for all who have the same page open. */
export interface Sight {
  readonly key: string;
  readonly needed: PageRole;
  /** Returns the digest of what the page would show; null: the desk does not say. Never rejects. */
  readonly look: () => Promise<string | null>;
}

const lists: Readonly<Record<string, (desk: PageDesk) => Promise<unknown>>> = {
  '/': (desk) => desk.waits(),
  '/ads': (desk) => desk.ads(),
  '/report': (desk) => desk.today(),
};

const placePath = /^\/(orders|ads)\/([\w.-]{1,40})\/([\w.-]{1,80})(\/approve)?$/;

/** Returns what is looked at for who has a path open; null: nothing on it changes by itself. */
export function sightOf(path: string, desk: PageDesk): Sight | null {
  const viewed = (look: () => Promise<unknown>): Sight => ({
    key: path,
    needed: 'view',
    look: async () => digestOf(await look()),
  });
  const list = Object.hasOwn(lists, path) ? lists[path] : undefined;
  if (list !== undefined) return viewed(() => list(desk));
  const [, kind, account = '', number = '', signs] = placePath.exec(path) ?? [];
  if (!desk.accounts.includes(account)) return null;
  if (kind === 'ads') return signs === undefined ? viewed(() => desk.ad({ account, adNumber: number })) : null;
  const place = { account, orderNumber: number };
  if (signs === undefined) return viewed(() => desk.order(place));
  return {
    key: path,
    needed: 'approve',
    look: async () => {
      const order = await desk.order(place);
      return 'shown' in order ? digestOf(order.shown.code) : null;
    },
  };
}

/** How long something waits changes with the clock alone, and is no news. */
const spans = /\d+(?:\.\d+)? (?:ms|s|min|h|d)\b/g;

/** Returns a few letters that are others once what is shown has changed. */
export function digestOf(shown: unknown): string {
  const text = JSON.stringify(shown).replaceAll(spans, '');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
