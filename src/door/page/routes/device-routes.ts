import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { deviceOfKey, personOfKey } from '../../../domain/orders/names/key-name.ts';
import { isEnough } from '../../../domain/people/page-role.ts';
import type { Doorway, Visitor } from '../doorway.ts';
import { cookieText } from '../page-headers.ts';
import type { PageField, PushDevice } from '../page-desk.ts';
import { isOfOnePerson, type Session } from '../sessions.ts';
import { devicesView } from '../views/devices-view.ts';
import { donePage } from './done-page.ts';
import { devicesOf } from './push-routes.ts';
import { actFields, unsignedPage } from './signed-act.ts';

const sessionId = z.string().regex(/^[\da-f]{16}$/);

/**
 * Who has signed in: each person ends his own sessions, an admin those of all. A session alone ends nothing but itself: by its
 * cookie a thief would end each one that its person opens, and silence his phones.
 */
export function deviceRoutes(app: Hono, doorway: Doorway): void {
  const { origin, push, timeText } = doorway.options;
  app.get('/devices', (context) => {
    const visitor = doorway.visitor(context, 'view');
    const people = isEnough(visitor.role, 'admin') ? visitor.people.names : null;
    const devices = standing(doorway, visitor).map((session) => ({
      id: session.id,
      title: session.keyName,
      isThis: session.id === visitor.session.id,
      fields: fieldsOf(session, timeText),
    }));
    const notified = push === null ? [] : devicesOf(push, visitor);
    const stops = notified.map(({ id, keyName, browser, sinceMs, miss }) => ({
      id,
      title: `${browser}, of ${keyName}`,
      fields: [['notified since', timeText(sinceMs)] as const, ...missFields(miss, timeText)],
    }));
    const view = devicesView({ devices, notified: stops, seal: visitor.session.seal, people });
    return doorway.page(context, { title: 'Devices', visitor }, view);
  });

  app.post('/devices/end', async (context) => {
    const { visitor, form } = await doorway.presser(context, 'view', { id: sessionId, ...actFields });
    const meant = standing(doorway, visitor).find(({ id }) => id === form.id);
    if (meant?.id === visitor.session.id) {
      doorway.sessions.endThose(({ id }) => id === meant.id);
      return signedOut(context, origin);
    }
    if (meant !== undefined) {
      const says = `End the session of ${meant.keyName} since ${timeText(meant.openedAtMs)}, and notify its devices no more.`;
      const act = { name: 'end-session', of: meant.id } as const;
      const asking = { visitor, act, form, says, sentTo: '/devices/end', fields: { id: meant.id } };
      const page = unsignedPage(doorway, context, asking);
      if (page !== null) return page;
    }
    const [ended] = doorway.sessions.endThose(({ id }) => id === meant?.id);
    if (ended !== undefined) push?.forgetAll(ended.keyName);
    const line = ended === undefined ? 'that session was over before' : `the session of ${ended.keyName} is over`;
    return donePage(doorway, context, {
      visitor,
      done: { end: 'done', line },
      what: 'session-ended',
      back: '/devices',
    });
  });
  endMineRoute(app, doorway);
}

/** Ends all sessions of a person, and the notices of all his devices. */
function endMineRoute(app: Hono, doorway: Doorway): void {
  const { logger, origin, push } = doorway.options;
  app.post('/devices/end-mine', async (context) => {
    const { visitor, form } = await doorway.presser(context, 'view', actFields);
    const { keyName } = visitor.session;
    const act = { name: 'end-own-sessions', of: keyName } as const;
    const says = 'Sign me out on all devices, and notify none of them any more.';
    const asking = { visitor, act, form, says, sentTo: '/devices/end-mine', fields: {} };
    const page = unsignedPage(doorway, context, asking);
    if (page !== null) return page;
    const ended = doorway.sessions.endThose((one) => isOfOnePerson(one, visitor.session));
    // Also of a key without a session: who had one may have put a device of his own there.
    const own = [...visitor.people.keys.keys()].filter((name) => isOfOnePerson({ keyName: name }, visitor.session));
    for (const name of own) push?.forgetAll(name);
    const line = `${keyName} has ended ${ended.length} sessions`;
    logger.info({ event: 'sessions-ended', key: keyName }, line);
    return signedOut(context, origin);
  });
}

function signedOut(context: Context, origin: string) {
  context.header('set-cookie', cookieText(origin, null));
  return context.redirect('/sign-in', 303);
}

const mayEnd = ({ role, session }: Visitor, one: Session): boolean =>
  isOfOnePerson(one, session) || isEnough(role, 'admin');

/** The sessions that a visitor may see. One whose key is in the configuration no more ends with its next look. */
const standing = (doorway: Doorway, visitor: Visitor): Session[] =>
  doorway.sessions
    .standing(doorway.nowMs(), (name) => visitor.people.roleOf(personOfKey(name)))
    .filter((one) => visitor.people.keys.get(one.keyName) === one.publicKey && mayEnd(visitor, one));

type TimeText = (atMs: number) => string;

const fieldsOf = ({ keyName, openedAtMs, seenAtMs }: Session, timeText: TimeText): PageField[] => [
  ['device', deviceOfKey(keyName) ?? 'not named'],
  ['since', timeText(openedAtMs)],
  ['last look', timeText(seenAtMs)],
];

const missFields = (miss: PushDevice['miss'], timeText: TimeText): PageField[] =>
  miss === null ? [] : [['not reached since', `${timeText(miss.sinceMs)}: ${miss.why}`]];
