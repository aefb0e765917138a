import { z } from 'zod';
import type { Route } from '../door/door.ts';
import type { ReloadWish } from './followed-file.ts';
import type { ReloadReport } from './reload-report.ts';

const wishSchema = z.strictObject({
  consent: z.string().max(64).nullable(),
  isTrial: z.boolean(),
  by: z.string().min(1).max(80).optional(),
});

/** By it a command asks a worker to re-read its file. */
export function reloadRoute(reload: (wish: ReloadWish) => Promise<ReloadReport>): Route {
  return {
    method: 'POST',
    path: /^\/reload$/,
    name: 'POST /reload',
    answer: async (_parts, body) => ({ status: 200, data: await reload(wishSchema.parse(JSON.parse(body))) }),
  };
}
