import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { PostRate } from '../../post-rate.ts';
import { isPushEndpoint, subscriptionSchema } from '../../push/subscription.ts';
import { PageRefused, type Doorway } from '../doorway.ts';
import type { PagePush } from '../page-desk.ts';

const endpointField = { endpoint: z.string().max(1_000).refine(isPushEndpoint) };
/** Tests of all people together. */
const testRate = { perSecond: 0.2, atOnce: 3 };

/** The list of devices that are notified. Each person puts his own there, and takes it off. */
export function pushRoutes(app: Hono, doorway: Doorway): void {
  const { logger } = doorway.options;
  const tests = new PostRate(testRate);
  app.post('/push/keep', async (context) => {
    const push = pushOf(doorway);
    const { visitor, form } = await doorway.presser(context, 'view', subscriptionSchema.shape);
    if (!isPushEndpoint(form.endpoint)) throw new PageRefused({ code: 'push-host' });
    const { keyName, publicKey } = visitor.session;
    const kept = push.keep(form, { keyName, publicKey });
    if (kept === 'full') throw new PageRefused({ code: 'push-full' });
    // Whose it is may not be the one who put it there.
    if (kept === 'new')
      logger.info({ event: 'push-kept', key: keyName }, `a device of ${keyName} is notified from now on`);
    return said(context, 'this device is notified');
  });

  app.post('/push/forget', async (context) => {
    const push = pushOf(doorway);
    const { visitor, form } = await doorway.presser(context, 'view', endpointField);
    push.forget(form.endpoint, visitor.session.keyName);
    return said(context, 'this device is notified no more');
  });

  app.post('/push/test', async (context) => {
    const push = pushOf(doorway);
    const { form } = await doorway.presser(context, 'view', endpointField);
    if (!tests.take(doorway.nowMs())) throw new PageRefused({ code: 'push-often' });
    const { line } = await push.test(form.endpoint);
    return said(context, line);
  });
}

/** What a script shows. */
const said = (context: Context, line: string): Response => context.text(line);

function pushOf({ options: { push } }: Doorway): PagePush {
  if (push === null) throw new PageRefused({ code: 'push-off' });
  return push;
}
