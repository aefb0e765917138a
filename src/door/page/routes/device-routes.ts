import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { deviceOfKey, personOfKey } from '../../../domain/orders/names/key-name.ts';
import { isEnough } from '../../../domain/people/page-role.ts';
import { PageRefused, type Doorway, type Visitor } from '../doorway.ts';
import { cookieText } from '../page-headers.ts';
import type { PageField, PagePush } from '../page-desk.ts';
import { isOfOnePerson, type Session } from '../sessions.ts';
import { devicesView, wordView } from '../views/devices-view.ts';
import { donePage } from './done-page.ts';

/** Who has signed in: each person ends his own sessions, an admin those of all, and he lets people make passkeys. */
export function deviceRoutes(app: Hono, doorway: Doorway): void {
  const { enrolments, logger, origin, push, timeText } = doorway.options;
  app.get('/devices', (context) => {
    const visitor = doorway.visitor(context, 'view');
    const people = isEnough(visitor.role, 'admin') ? visitor.people.names : null;
    const devices = standing(doorway, visitor).map((session) => ({
      id: session.id,
      title: session.keyName,
      isThis: session.id === visitor.session.id,
      fields: fieldsOf(session, { timeText, push }),
    }));
    const view = devicesView({ devices, seal: visitor.session.seal, people });
    return doorway.page(context, { title: 'Devices', visitor }, view);
  });

  app.post('/devices/end', async (context) => {
    const { visitor, form } = await doorway.presser(context, 'view', { id: z.string().regex(/^[\da-f]{16}$/) });
    const [ended] = doorway.sessions.endThose((one) => one.id === form.id && mayEnd(visitor, one));
    if (ended !== undefined) push?.forgetAll(ended.keyName);
    if (ended?.id === visitor.session.id) return signedOut(context, origin);
    const line = ended === undefined ? 'that session was over before' : `the session of ${ended.keyName} is over`;
    return donePage(doorway, context, {
      visitor,
      done: { end: 'done', line },
      what: 'session-ended',
      back: '/devices',
    });
  });

  app.post('/devices/end-mine', async (context) => {
    const { visitor } = await doorway.presser(context, 'view', {});
    const ended = doorway.sessions.endThose((one) => isOfOnePerson(one, visitor.session));
    // Also of a key without a session: who had one may have put a device of his own there.
    const own = [...visitor.people.keys.keys()].filter((keyName) => isOfOnePerson({ keyName }, visitor.session));
    for (const keyName of own) push?.forgetAll(keyName);
    const line = `${visitor.session.keyName} has ended ${ended.length} sessions`;
    logger.info({ event: 'sessions-ended', key: visitor.session.keyName }, line);
    return signedOut(context, origin);
  });

  app.post('/people/enrol', async (context) => {
    const { visitor, form } = await doorway.presser(context, 'admin', { person: z.string().max(40) });
    const person = visitor.people.names.find((name) => name === form.person);
    if (person === undefined) throw new PageRefused({ code: 'unreadable', field: 'person' });
    const { word, expiresAtMs } = enrolments.draw(person, doorway.nowMs());
    // The word itself is for the person alone.
    logger.info(
      { event: 'enrolment-drawn', key: visitor.session.keyName, person },
      `${visitor.session.keyName} has drawn a word by which ${person} makes a passkey`,
    );
    const view = wordView({ person, word, until: timeText(expiresAtMs), address: `${origin}/enrol` });
    return doorway.page(context, { title: `A word for ${person}`, visitor }, view);
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

interface FieldParts {
  readonly timeText: (atMs: number) => string;
  readonly push: PagePush | null;
}

const fieldsOf = ({ keyName, openedAtMs, seenAtMs }: Session, { timeText, push }: FieldParts): PageField[] => [
  ['device', deviceOfKey(keyName) ?? 'not named'],
  ['since', timeText(openedAtMs)],
  ['last look', timeText(seenAtMs)],
  ...(push === null ? [] : [['notices', noticesText(push.missesOf(keyName), timeText)] as const]),
];

/** Of the devices of a key: which one has which session is not known. A device that its push service knows no more is off the list. */
const noticesText = (misses: ReturnType<PagePush['missesOf']>, timeText: FieldParts['timeText']): string =>
  misses.length === 0
    ? 'none: no device of this key is on the list'
    : misses
        .map((miss) => (miss === null ? 'on' : `have not arrived since ${timeText(miss.sinceMs)}: ${miss.why}`))
        .join('; ');
