/** Listens to a bot for presses of its buttons, by long polling: nothing comes in from outside. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { pressRefusalText } from '../../words/telegram/press-words.ts';
import { PostRate } from '../post-rate.ts';
import type { BotAddress } from '../../config/egress-config.ts';
import { BotRefusal, callBot } from './bot-api.ts';
import { judgePress, updatesIn, withoutButton, type BotAccount, type Holding, type Update } from './press.ts';

/** What became of a hold: its line is said to the person. */
export interface HoldOutcome {
  readonly isHeld: boolean;
  readonly line: string;
}

/** A bot and the accounts whose messages it carries. */
export interface Bot {
  readonly address: BotAddress;
  /** Asked at each press: who is taken out of the configuration presses in vain at once. */
  readonly accounts: () => readonly BotAccount[];
}

interface ListenOptions extends Bot {
  /** Holds an order as the command does. */
  readonly hold: (holding: Holding) => Promise<HoldOutcome>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly clock: { now(): number };
  /** Aborting it ends the listening. */
  readonly signal: AbortSignal;
  /** How it waits; absent: as long as it says. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

type Press = NonNullable<Update['callback_query']>;

/** How long Telegram keeps an unanswered poll open. */
const pollS = 25;
const pollSlackMs = 10_000;
const shortestPauseMs = 2_000;
const longestPauseMs = 60_000;
/** Lines of the log about strangers. */
const strangerRate = { perSecond: 0.1, atOnce: 10 };
/** More than people press in the life of a button; each is some sixty bytes. */
const maxUsed = 10_000;
/** Of a note beside a press (Bot API, answerCallbackQuery). */
const maxNoteLetters = 200;
/** Of a message (Bot API, editMessageText). */
const maxTextLetters = 4_096;

/** Takes what is pressed until the signal aborts. Never rejects. */
export async function listenToBot(options: ListenOptions): Promise<void> {
  const presses = new Presses(options);
  const { signal, logger, pause = (ms, over) => delay(ms, undefined, { signal: over, ref: false }) } = options;
  let offset = 0;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const updates = await poll(options, offset);
      failures = 0;
      // A hold waits for Temporal, and keeps no other press: who gets no answer presses again.
      for (const update of updates) presses.begin(update);
      offset = Math.max(offset, ...updates.map(({ update_id }) => update_id + 1));
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      if (failures === 1)
        logger.warn({ event: 'telegram', error: wordsOf(error) }, 'what people press is not heard: tried again');
      await pause(pauseMs(error, failures), signal).catch(() => undefined);
    }
  }
  await presses.ended();
}

async function poll({ address, signal }: ListenOptions, offset: number): Promise<Update[]> {
  const parameters = { offset, timeout: pollS, allowed_updates: ['message', 'callback_query'] };
  const timeoutMs = pollS * 1_000 + pollSlackMs;
  return updatesIn(await callBot(address, { method: 'getUpdates', parameters, timeoutMs, signal }));
}

function pauseMs(error: unknown, failures: number): number {
  const saidMs = error instanceof BotRefusal ? (error.retryAfterS ?? 0) * 1_000 : 0;
  return Math.max(saidMs, Math.min(longestPauseMs, shortestPauseMs * 2 ** (failures - 1)));
}

/** Two processes that listen to one bot take each other's presses away (Bot API, getUpdates). */
function wordsOf(error: unknown): string {
  if (!(error instanceof BotRefusal)) return 'an unexpected failure';
  if (error.status === 409) return `${error.message}: another process listens to this bot, or a webhook is set for it`;
  return error.message;
}

class Presses {
  readonly #options: ListenOptions;
  readonly #used = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #strangers = new PostRate(strangerRate);

  constructor(options: ListenOptions) {
    this.#options = options;
  }

  begin(update: Update): void {
    const taking = this.#take(update).finally(() => this.#underWay.delete(taking));
    this.#underWay.add(taking);
  }

  /** Settles when all that has begun has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Takes what came. A failure concerns it alone, and is in the log. */
  async #take({ message, callback_query: press }: Update): Promise<void> {
    const { logger } = this.#options;
    try {
      if (press !== undefined) await this.#takePress(press);
      else if (message?.from !== undefined) this.#takeMessage(message.from.id);
    } catch (error) {
      logger.warn({ event: 'telegram', error: wordsOf(error) }, 'what was pressed could not be answered');
    }
  }

  /** Who writes gets no answer. Of who is not known, the number is in the log: a merchant finds his own there. */
  #takeMessage(id: number): void {
    const isKnown = this.#options.accounts().some(({ people }) => [...people.values()].includes(id));
    if (!isKnown) this.#noteStranger(id);
  }

  #noteStranger(id: number): void {
    const { logger, clock } = this.#options;
    if (this.#strangers.take(clock.now()))
      logger.warn({ event: 'stranger', telegram: id }, 'someone who is not in telegram_people wrote to the bot');
  }

  async #takePress(press: Press): Promise<void> {
    const { address, accounts, clock, logger } = this.#options;
    const surroundings = { token: address.token, accounts: accounts(), used: this.#used, nowMs: clock.now() };
    const verdict = judgePress(press, surroundings);
    if (!verdict.counts) {
      if (verdict.refusal === null) return this.#noteStranger(press.from.id);
      return this.#answer(press, pressRefusalText(verdict.refusal));
    }
    const { account, orderNumber, by } = verdict;
    const { isHeld, line } = await this.#options.hold({ account, orderNumber, by });
    logger.info({ event: 'press', account, order: orderNumber, by, held: isHeld }, line);
    if (isHeld) this.#use(press.data ?? '');
    // The word beside the press comes first: its time is short.
    await this.#answer(press, line).catch(() => undefined);
    if (isHeld) await this.#edit(press, line);
  }

  #use(data: string): void {
    this.#used.add(data);
    const [oldest] = this.#used;
    if (this.#used.size > maxUsed && oldest !== undefined) this.#used.delete(oldest);
  }

  async #answer({ id }: Press, text: string): Promise<void> {
    const parameters = { callback_query_id: id, text: text.slice(0, maxNoteLetters), show_alert: true };
    await callBot(this.#options.address, { method: 'answerCallbackQuery', parameters });
  }

  /** The message says what became of it, and has this button no more. */
  async #edit(press: Press, line: string): Promise<void> {
    const { message } = press;
    if (message === undefined) return;
    const said = `\n\n${line}`;
    const parameters = {
      chat_id: message.chat.id,
      message_id: message.message_id,
      text: `${(message.text ?? '').slice(0, maxTextLetters - said.length)}${said}`.trim(),
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard: withoutButton(press) },
    };
    await callBot(this.#options.address, { method: 'editMessageText', parameters });
  }
}
