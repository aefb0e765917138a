import type { Logger } from 'pino';
import { z } from 'zod';
import { paymentSources, type PaymentSource } from '../../config/file/payment-sources.ts';
import { listenToBot, type Bot } from '../../door/telegram/listen.ts';
import { openPaymentDoor } from '../../door/payment-door.ts';
import { placeText } from '../../domain/register/register-place.ts';
import { lazyRegister } from '../../register/lazy-register.ts';
import { openRegister } from '../../register/open-register.ts';
import type { Register } from '../../register/register.ts';
import type { LoadedFile } from '../../config/file/load-file.ts';
import { loadedFile } from '../config/file-context.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { printableJsonLine } from '../kit/printable-text.ts';
import { doorOptions } from '../options/payment-options.ts';
import { enrol } from '../page/enrol.ts';
import { makePushKey } from '../page/push-key.ts';
import { openDoorPage } from '../page/open-door-page.ts';
import { listenForEnd } from '../process/process-end.ts';
import { createProcessLog, logLevelOf } from '../process/process-log.ts';
import { botsOf, holdBy } from './door-bots.ts';
import { doorKey, initDoor } from './door-key.ts';
import { chosenRegister } from '../register/register-choice.ts';

/** `peerdesk door`: takes posts of payments into the register, shows the page to phones, and hears buttons, until it is stopped. */
export const door: CommandRun = async (call, context) => {
  const options = readOptions(doorOptions, call);
  const { json, config } = options;
  const act = readArgument(
    z.enum(['init', 'enrol', 'push-key'], 'only init, enrol and push-key can follow door').optional(),
    call,
    {
      index: 0,
      name: 'the act',
    },
  );
  if (act === 'init') initDoor(context, { config, json });
  if (act === 'push-key') makePushKey(context, { config, json });
  if (act === 'enrol') enrol(call, context, { config, json });
  return act === undefined ? await openDoors(options, context) : undefined;
};

const aSource = 'write [payments.bank] with scheme = "standard-webhooks", class = "evidence", secret_file and currency';

type DoorOptions = OptionsOf<typeof doorOptions>;

/** What the process opens: where payments come in, the page, and the bots. */
interface OpenDoor {
  readonly ready: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly close: () => Promise<void>;
}

async function openDoors(options: DoorOptions, context: CommandContext): Promise<ExitCode | undefined> {
  const loaded = loadedFile(options.config, context);
  if (loaded === null) throw misuse(`there is no configuration file: ${aSource}`);
  const [sources, bots] = [paymentSources(loaded), botsOf(loaded, context)];
  if (sources.length + bots.length === 0 && loaded.file.door?.page === undefined)
    throw misuse(`${loaded.path} names no source of payments, no page and no bot of Telegram: ${aSource}`);
  const logger = createProcessLog(context, { level: logLevelOf(options, context.env), base: { role: 'door' } });
  const end = listenForEnd({ logger, env: context.env, configs: () => [] });
  const open: OpenDoor[] = [];
  try {
    if (sources.length > 0) open.push(await openPayments(options, context, { sources, loaded, logger }));
    const page = await openPageDoor(context, loaded, logger);
    if (page !== null) open.push(page);
    if (bots.length > 0) open.push(openBots(bots, { hold: holdBy(loaded, context), logger }));
    sayReady(context, options.json, open);
    await new Promise((resolve) => {
      if (end.signal.aborted) resolve(undefined);
      end.signal.addEventListener('abort', resolve, { once: true });
    });
  } finally {
    for (const one of open) await one.close();
    end.over();
    end.release();
  }
  return end.isFatal() ? ExitCode.ERROR : undefined;
}

interface Payments {
  readonly sources: readonly PaymentSource[];
  readonly loaded: LoadedFile;
  readonly logger: Logger;
}

async function openPayments(
  { host, port, config }: DoorOptions,
  context: CommandContext,
  { sources, loaded, logger }: Payments,
): Promise<OpenDoor> {
  const place = placeOf(sources, config, context);
  const key = doorKey(loaded);
  // Another version's register is brought up to date by the worker that leads; until then posts are asked to come again.
  const register = lazyRegister({
    open: () => openRegister(place, { migrate: false }),
    elapsed: () => performance.now(),
  });
  try {
    await warnOfSilence(register, logger);
    const clock = { now: () => Date.now() };
    const open = await openPaymentDoor({ host, port, sources, register, logger, clock, key }).catch(
      takenPort(host, port),
    );
    const endpoint = `http://${host}:${open.port}`;
    const posts = sources.map((source) => `POST ${endpoint}/v1/payments/${source.name} (${source.class})`);
    return {
      ready: { endpoint, sources: sources.map(({ name }) => name), register: placeText(place) },
      text: `${posts.join(', ')}; register ${placeText(place)}`,
      close: async () => {
        await open.close();
        await register.close();
      },
    };
  } catch (error) {
    await register.close();
    throw error;
  }
}

async function openPageDoor(context: CommandContext, loaded: LoadedFile, logger: Logger): Promise<OpenDoor | null> {
  const page = await openDoorPage(context, { loaded, logger });
  if (page === null) return null;
  const { origin, endpoint, close } = page;
  return { ready: { endpoint, page: origin }, text: `page ${origin} at ${endpoint}`, close };
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

/** Hears what people press under the messages of bots. */
function openBots(
  bots: readonly Bot[],
  { hold, logger }: { hold: ReturnType<typeof holdBy>; logger: Logger },
): OpenDoor {
  const over = new AbortController();
  const listening = bots.map((bot) => listenToBot({ ...bot, hold, logger, clock: Date, signal: over.signal }));
  const accounts = bots.flatMap((bot) => bot.accounts().map(({ account }) => account));
  return {
    ready: { telegram: accounts },
    text: `buttons of Telegram for ${accounts.join(' and ')}`,
    close: async () => {
      over.abort();
      await Promise.all(listening);
    },
  };
}

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

/** One line about all that is open; `endpoint` is where payments come in, else where the page is. */
function sayReady({ stdout }: CommandContext, json: boolean, open: readonly OpenDoor[]): void {
  const text = `door ready: ${open.map((one) => one.text).join('; ')}`;
  const parts: Readonly<Record<string, unknown>> = Object.assign({}, ...open.toReversed().map(({ ready }) => ready));
  const data = { event: 'ready', ...parts, pid: process.pid, text };
  stdout.write(`${json ? printableJsonLine(data) : text}\n`);
}
