import type { Logger } from 'pino';
import { z } from 'zod';
import { paymentSources, type PaymentSource } from '../../config/file/payment-sources.ts';
import { openPaymentDoor } from '../../door/payment-door.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { lazyRegister } from '../../register/lazy-register.ts';
import { openRegister } from '../../register/open-register.ts';
import type { Register } from '../../register/register.ts';
import { loadedFile } from '../config/file-context.ts';
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

/** `peerdesk door`: takes posts of payments into the register until it is stopped. */
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
  const sources = sourcesOf(config, context);
  const place = placeOf(sources, config, context);
  const key = doorKey(loadedFile(config, context));
  const logger = createProcessLog(context, { level: logLevelOf(options, context.env), base: { role: 'door' } });
  const end = listenForEnd({ logger, env: context.env, configs: () => [] });
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
    sayReady(context, { json, endpoint: `http://${host}:${open.port}`, sources, place });
    await new Promise((resolve) => {
      if (end.signal.aborted) resolve(undefined);
      end.signal.addEventListener('abort', resolve, { once: true });
    });
    await open.close();
  } finally {
    await register.close();
    end.over();
    end.release();
  }
  return end.isFatal() ? ExitCode.ERROR : undefined;
};

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

function sourcesOf(config: string | undefined, context: CommandContext): PaymentSource[] {
  const loaded = loadedFile(config, context);
  const sources = loaded === null ? [] : paymentSources(loaded);
  if (sources.length > 0) return sources;
  const where = loaded === null ? 'there is no configuration file' : `${loaded.path} names no source of payments`;
  throw misuse(
    `${where}: write [payments.bank] with scheme = "standard-webhooks", class = "evidence", secret_file and currency`,
  );
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

interface Ready {
  json: boolean;
  endpoint: string;
  sources: readonly PaymentSource[];
  place: RegisterPlace;
}

function sayReady({ stdout }: CommandContext, { json, endpoint, sources, place }: Ready): void {
  const names = sources.map(({ name }) => name);
  const posts = sources.map((source) => `POST ${endpoint}/v1/payments/${source.name} (${source.class})`);
  const text = `door ready: ${posts.join(', ')}; register ${placeText(place)}`;
  const data = { event: 'ready', endpoint, sources: names, register: placeText(place), pid: process.pid, text };
  stdout.write(`${json ? printableJsonLine(data) : text}\n`);
}
