import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { isEnough } from '../../../domain/people/page-role.ts';
import { PostRate } from '../../post-rate.ts';
import { isPushEndpoint, subscriptionSchema } from '../../push/subscription.ts';
import { browserName } from '../browser-name.ts';
import { PageRefused, type Doorway, type Visitor } from '../doorway.ts';
import type { PagePush, PushDevice } from '../page-desk.ts';
import { isOfOnePerson } from '../sessions.ts';
import { donePage } from './done-page.ts';
import { actFields, unsignedPage } from './signed-act.ts';

const endpointField = { endpoint: z.string().max(1_000).refine(isPushEndpoint) };
/** Tests of all people together. */
const testRate = { perSecond: 0.2, atOnce: 3 };

/** The list of devices that are notified. Each person puts his own there, and takes it off. */
export function pushRoutes(app: Hono, doorway: Doorway): void {
  const { logger } = doorway.options;
  const tests = new PostRate(testRate);
  stopRoute(app, doorway);
  app.post('/push/keep', async (context) => {
    const push = pushOf(doorway);
    const shape = { ...subscriptionSchema.shape, again: z.literal('yes').optional() };
    const { visitor, form } = await doorway.presser(context, 'view', shape);
    if (!isPushEndpoint(form.endpoint)) throw new PageRefused({ code: 'push-host' });
    const { keyName, publicKey } = visitor.session;
    const { again, ...subscription } = form;
    const browser = browserName(context.req.header('user-agent') ?? '');
    const kept = push.keep(subscription, { keyName, publicKey, browser, isAgain: again !== undefined });
    if (kept === 'full' || kept === 'stopped') throw new PageRefused({ code: `push-${kept}` });
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

/** Under Devices a person stops his own, and an admin those of all. The passkey signs: a stolen cookie is to silence no phone. */
function stopRoute(app: Hono, doorway: Doorway): void {
  app.post('/push/stop', async (context) => {
    const push = pushOf(doorway);
    const shape = { id: z.string().regex(/^[\da-f]{32}$/), ...actFields };
    const { visitor, form } = await doorway.presser(context, 'view', shape);
    const meant = devicesOf(push, visitor).find(({ id }) => id === form.id);
    if (meant !== undefined) {
      const says = `Notify a device of ${meant.keyName} no more: ${meant.browser}.`;
      const act = { name: 'stop-notices', of: meant.id } as const;
      const asking = { visitor, act, form, says, sentTo: '/push/stop', fields: { id: meant.id } };
      const page = unsignedPage(doorway, context, asking);
      if (page !== null) return page;
      push.stop(meant.id);
    }
    const line =
      meant === undefined ? 'that device was off the list before' : `a device of ${meant.keyName} is notified no more`;
    return donePage(doorway, context, {
      visitor,
      done: { end: 'done', line },
      what: 'push-stopped',
      back: '/devices',
    });
  });
}

/** What a script shows. */
const said = (context: Context, line: string): Response => context.text(line);

function pushOf({ options: { push } }: Doorway): PagePush {
  if (push === null) throw new PageRefused({ code: 'push-off' });
  return push;
}

/** Returns those that a visitor may see and stop: his own, and an admin those of all. */
export const devicesOf = (push: PagePush, { session, role }: Visitor): PushDevice[] =>
  push.devices().filter((one) => isOfOnePerson(one, session) || isEnough(role, 'admin'));
