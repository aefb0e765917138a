import type { Logger } from 'pino';
import { z } from 'zod';
import { paymentSources, type PaymentSource } from '../../config/file/payment-sources.ts';
import { openPaymentDoor } from '../../door/payment-door.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { lazyRegister } from '../../register/lazy-register.ts';
import { openRegister } from '../../register/open-register.ts';
import type { Register } from '../../register/register.ts';
import { listenToBot, type Bot } from '../../door/telegram/listen.ts';
import { loadedFile } from '../config/file-context.ts';
import { botsOf, holdBy } from './door-bots.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { readArgument, readOptions } from '../kit/option-values.ts';
import { printableJsonLine } from '../kit/printable-text.ts';
import { doorOptions } from '../options/payment-options.ts';
import { listenForEnd } from '../process/process-end.ts';
import { createProcessLog, logLevelOf } from '../process/process-log.ts';
import { doorKey, initDoor } from './door-key.ts';
import { chosenRegister } from '../register/register-choice.ts';

/** `peerdesk door`: takes posts of payments into the register, and what people press, until it is stopped. */
export const door: CommandRun = async (call, context) => {
  const options = readOptions(doorOptions, call);
  const { host, port, json, config } = options;
  const act = readArgument(z.literal('init', 'only init can follow door').optional(), call, {
    index: 0,
    name: 'the act',
  });
  if (act === 'init') {
    initDoor(context, { config, json });
    return undefined;
  }
  const work = workOf(config, context);
  const logger = createProcessLog(context, { level: logLevelOf(options, context.env), base: { role: 'door' } });
  const end = listenForEnd({ logger, env: context.env, configs: () => [] });
  const { signal } = end;
  try {
    const { place, sources, bots, hold, key } = work;
    const payments = place === null ? null : await openPayments({ host, port, sources, logger, key }, place);
    try {
      sayReady(context, { json, payments, sources, bots });
      const listening = bots.map((bot) => listenToBot({ ...bot, hold, logger, clock: Date, signal }));
      await Promise.all([aborted(signal), ...listening]);
    } finally {
      await payments?.close();
    }
  } finally {
    end.over();
    end.release();
  }
  return end.isFatal() ? ExitCode.ERROR : undefined;
};

function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', resolve, { once: true });
  });
}

/** What a door does by its file. */
interface DoorWork {
  readonly sources: readonly PaymentSource[];
  /** Where payments are kept; null: no source posts. */
  readonly place: RegisterPlace | null;
  readonly key: ReturnType<typeof doorKey>;
  readonly bots: readonly Bot[];
  readonly hold: ReturnType<typeof holdBy>;
}

function workOf(config: string | undefined, context: CommandContext): DoorWork {
  const loaded = loadedFile(config, context);
  if (loaded === null) throw misuse(`there is no configuration file: ${aSource}`);
  const sources = paymentSources(loaded);
  const bots = botsOf(loaded, context);
  if (sources.length + bots.length === 0)
    throw misuse(`${loaded.path} names no source of payments and no bot of Telegram: ${aSource}`);
  const place = sources.length === 0 ? null : placeOf(sources, config, context);
  return { sources, place, key: doorKey(loaded), bots, hold: holdBy(loaded, context) };
}

const aSource = 'write [payments.bank] with scheme = "standard-webhooks", class = "evidence", secret_file and currency';

interface OpenPayments {
  readonly endpoint: string;
  readonly place: RegisterPlace;
  readonly close: () => Promise<void>;
}

type DoorWish = Omit<Parameters<typeof openPaymentDoor>[0], 'register' | 'clock' | 'logger'> & { logger: Logger };

/** Takes posts of payments into the register. */
async function openPayments(wish: DoorWish, place: RegisterPlace): Promise<OpenPayments> {
  const { host, port, logger } = wish;
  // Another version's register is brought up to date by the worker that leads; until then posts are asked to come again.
  const register = lazyRegister({
    open: () => openRegister(place, { migrate: false }),
    elapsed: () => performance.now(),
  });
  try {
    await warnOfSilence(register, logger);
    const open = await openPaymentDoor({ ...wish, register, clock: Date }).catch(takenPort(host, port));
    const close = async (): Promise<void> => {
      await open.close();
      await register.close();
    };
    return { endpoint: `http://${host}:${open.port}`, place, close };
  } catch (error) {
    await register.close();
    throw error;
  }
}

/** A door without a register opens all the same: the worker may make it, or bring it up to date, in a moment. */
async function warnOfSilence(register: Register, logger: Pick<Logger, 'warn'>): Promise<void> {
  await register.identity().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    logger.warn({ event: 'register', error: why }, 'the register does not answer: posts are refused until it does');
  });
}

const takenPort =
  (host: string, port: number) =>
  (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EADDRINUSE') throw misuse(`port ${port} of ${host} is in use: give another one with --port`);
    throw code === '' ? error : misuse(`${host} cannot be listened on (${code}): give another address with --host`);
  };

/** One process, one register: which account is at a simulator is said by the file. */
function placeOf(sources: readonly PaymentSource[], config: string | undefined, context: CommandContext) {
  const accounts = [...new Set(sources.map(({ account }) => account))];
  const places = new Map(
    accounts.map((account) => chosenRegister({ account, config }, context).place).map((one) => [placeText(one), one]),
  );
  const [place, ...others] = places.values();
  if (place !== undefined && others.length === 0) return place;
  throw misuse(
    'some accounts with sources of payments are at simulators and some are not: give each kind its own file',
  );
}

interface Ready {
  json: boolean;
  /** Null: no source posts. */
  payments: OpenPayments | null;
  sources: readonly PaymentSource[];
  bots: readonly Bot[];
}

function sayReady({ stdout }: CommandContext, { json, payments, sources, bots }: Ready): void {
  const names = sources.map(({ name }) => name);
  const accounts = bots.flatMap((bot) => bot.accounts.map(({ account }) => account));
  const endpoint = payments?.endpoint ?? null;
  const register = payments === null ? null : placeText(payments.place);
  const parts = [
    ...sources.map((source) => `POST ${endpoint}/v1/payments/${source.name} (${source.class})`),
    ...(accounts.length === 0 ? [] : [`buttons of Telegram for ${accounts.join(' and ')}`]),
  ];
  const text = `door ready: ${parts.join(', ')}${register === null ? '' : `; register ${register}`}`;
  const data = { event: 'ready', endpoint, sources: names, telegram: accounts, register, pid: process.pid, text };
  stdout.write(`${json ? printableJsonLine(data) : text}\n`);
}
