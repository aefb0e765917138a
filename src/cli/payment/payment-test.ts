import { readFileSync } from 'node:fs';
import { paymentSources, type PaymentSource } from '../../config/file/payment-sources.ts';
import type { MessageRefusal, ReadMessage } from '../../domain/payments/message-reading.ts';
import { readText } from '../../door/text-message.ts';
import { messageRefusalText } from '../../words/payments/message-words.ts';
import { loadedFile } from '../config/file-context.ts';
import { misuse } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { readArgument, readOptions, textValue } from '../kit/option-values.ts';
import { paymentTestOptions } from '../options/payment-options.ts';
import { timeText } from '../text/time-zone.ts';

/** `peerdesk payment test`: what the door would read in messages. */
export const paymentTest: CommandRun = async (call, context) => {
  const name = readArgument(textValue, call, { index: 0, name: 'the source' });
  const path = readArgument(textValue, call, { index: 1, name: 'the file' });
  const { config, json } = readOptions(paymentTestOptions, call);
  const source = sourceOf(name, config, context);
  const samples = textOf(path)
    .split(/\n\s*\n/)
    .map((sample) => sample.trim());
  const read = samples.filter((sample) => sample !== '').map((sample) => ({ sample, seen: readText(sample, source) }));
  print(context, { json, data: read, text: () => read.map((one) => seenText(one, source)).join('\n') });
  return read.every(({ seen }) => typeof seen !== 'string') ? ExitCode.OK : ExitCode.REFUSED;
};

function sourceOf(name: string, config: string | undefined, context: CommandContext): PaymentSource {
  const loaded = loadedFile(config, context);
  const sources = loaded === null ? [] : paymentSources(loaded).filter(({ scheme }) => scheme === 'text');
  const source = sources.find((one) => one.name === name);
  if (source !== undefined) return source;
  const others = sources.length === 0 ? 'there is none' : `there is ${sources.map((one) => one.name).join(', ')}`;
  throw misuse(
    `${name} is no source of texts (${others}): write [payments.${name}] with scheme = "text" and templates`,
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw misuse(`${path} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

interface Tested {
  readonly sample: string;
  readonly seen: ReadMessage | MessageRefusal;
}

function seenText({ sample, seen }: Tested, { currency }: PaymentSource): string {
  const shown = sample.replace(/\s+/g, ' ').slice(0, 60);
  if (typeof seen === 'string') return `NO: "${shown}": ${messageRefusalText(seen)}`;
  const { amount, payer, reference, memo, bookedAtMs } = seen;
  const parts = [
    `${amount} ${currency}`,
    `payer ${payer ?? 'none'}`,
    `reference ${reference ?? 'none'}`,
    ...(memo === '' ? [] : [`memo ${memo}`]),
    `dated ${bookedAtMs === null ? 'when it arrives' : timeText(bookedAtMs)}`,
  ];
  return `seen: ${parts.join(', ')}`;
}
