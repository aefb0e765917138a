/** What comes from Telegram, and who may press. Pure: the loop beside it calls and holds. */
import { z } from 'zod';
import type { PressRefusal } from '../../words/telegram/press-words.ts';
import { isButtonOf, parseButton } from './hold-button.ts';

const person = z.object({ id: z.int() });
const chat = z.object({ id: z.int(), type: z.string() });
const buttonSchema = z.object({ text: z.string(), callback_data: z.string().optional() });
type Button = z.infer<typeof buttonSchema>;

/** A message of the bot under which a button was pressed; Telegram leaves the text out of an old one. */
const pressedMessage = z.object({
  message_id: z.int(),
  chat,
  text: z.string().optional(),
  reply_markup: z.object({ inline_keyboard: z.array(z.array(buttonSchema)) }).optional(),
});

const updateSchema = z.object({
  update_id: z.int(),
  message: z.object({ chat, from: person.optional() }).optional().catch(undefined),
  callback_query: z
    .object({ id: z.string(), from: person, message: pressedMessage.optional(), data: z.string().optional() })
    .optional()
    .catch(undefined),
});
export type Update = z.infer<typeof updateSchema>;
type Press = NonNullable<Update['callback_query']>;

/** Returns the updates of an answer of `getUpdates`; what is none of them is passed over by its number. */
export function updatesIn(result: unknown): Update[] {
  const rows = z.array(z.unknown()).safeParse(result).data ?? [];
  return rows.flatMap((row) => updateSchema.safeParse(row).data ?? []);
}

/** An account whose people a bot serves: their numbers by name. */
export interface BotAccount {
  readonly account: string;
  readonly people: ReadonlyMap<string, number>;
}

/** A press that counts. */
export interface Holding {
  readonly account: string;
  readonly orderNumber: string;
  /** The name in the configuration: the one in Telegram is its owner's choice. */
  readonly by: string;
}

type PressVerdict =
  | ({ readonly counts: true } & Holding)
  /** Null: a stranger pressed, who gets no answer. */
  | { readonly counts: false; readonly refusal: PressRefusal | null };

interface PressSurroundings {
  readonly token: string;
  readonly accounts: readonly BotAccount[];
  /** What was pressed before, and counted. */
  readonly used: ReadonlySet<string>;
  readonly nowMs: number;
}

const refused = (code: PressRefusal['code']): PressVerdict => ({ counts: false, refusal: { code } });

/**
 * Judges a press: by a person whom the configuration names by number, in the private chat with that person, on a button that
 * was made for this chat, in time, once. The number of the sender counts, never a name or the chat alone.
 */
export function judgePress(press: Press, surroundings: PressSurroundings): PressVerdict {
  const { from, data = '' } = press;
  const known = surroundings.accounts.filter(({ people }) => [...people.values()].includes(from.id));
  if (known.length === 0) return { counts: false, refusal: null };
  if (!isInPrivate(press)) return refused('not-private');
  const button = parseButton(data);
  const { token, used, nowMs } = surroundings;
  const meant = known.find(({ account }) => button !== null && isButtonOf(token, button, { account, chatId: from.id }));
  if (button === null || meant === undefined) return refused('unknown-button');
  if (nowMs >= button.expiresAtS * 1_000) return refused('expired');
  if (used.has(data)) return refused('used');
  const [by = ''] = [...meant.people].find(([, id]) => id === from.id) ?? [];
  return { counts: true, account: meant.account, orderNumber: button.orderNumber, by };
}

/** A private chat has the number of its person; in a group anyone could press. */
const isInPrivate = ({ from, message }: Press): boolean =>
  message?.chat.type === 'private' && message.chat.id === from.id;

/** Returns the rows of buttons of a message without the pressed one. */
export function withoutButton({ message, data }: Press): Button[][] {
  const rows = message?.reply_markup?.inline_keyboard ?? [];
  return rows.map((row) => row.filter(({ callback_data }) => callback_data !== data)).filter((row) => row.length > 0);
}
