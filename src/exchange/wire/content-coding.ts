import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type InputType, type ZlibOptions } from 'node:zlib';
import { TransportFailure, type WireAnswer } from './wire-message.ts';

type Decode = (body: InputType, options: ZlibOptions) => Promise<Buffer>;

const unzip: Decode = promisify(gunzip);
const unpack: Decode = promisify(inflate);
const unpackRaw: Decode = promisify(inflateRaw);
const unbrotli: Decode = async (body, { maxOutputLength = 0 }) =>
  await promisify(brotliDecompress)(body, { maxOutputLength });

/** Some senders of `deflate` leave out the header of two bytes that belongs to it. */
const deflated: Decode = async (body, options) => await (hasZlibHeader(body) ? unpack : unpackRaw)(body, options);

const zlibMethod = 8;
const hasZlibHeader = (body: InputType): boolean => Buffer.isBuffer(body) && ((body[0] ?? 0) & 0x0f) === zlibMethod;

const codings: ReadonlyMap<string, Decode> = new Map([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', deflated],
  ['br', unbrotli],
]);

/** What servers write there although it packs nothing: no coding at all, or that of the letters. */
const noCodings: ReadonlySet<string> = new Set(['', 'identity', 'none', 'utf-8', 'utf8', 'binary', '8bit']);

/** Nothing honest is packed more often. */
const maxCodings = 3;

/** Whether an answer must be unpacked before it is read. */
export const isPacked = (answer: WireAnswer): boolean => answer.body.length > 0 && codingsOf(answer).length > 0;

/**
 * Unpacks an answer that was compressed on its way although no one asked for that. It never grows beyond this many
 * bytes: the rest is not unpacked. Rejects with a TransportFailure, which keeps the head.
 */
export async function unpacked(answer: WireAnswer, maxBytes: number): Promise<WireAnswer> {
  const applied = codingsOf(answer);
  if (applied.length > maxCodings) throw unreadable(answer, 'the answer is compressed too often');
  let { body } = answer;
  // The last one that was applied comes off first.
  for (const name of applied.toReversed()) body = await unpackedOnce({ ...answer, body }, { name, maxBytes });
  return { ...answer, body };
}

async function unpackedOnce(
  answer: WireAnswer,
  { name, maxBytes }: { name: string; maxBytes: number },
): Promise<Buffer> {
  const decode = codings.get(name);
  if (decode === undefined) throw unreadable(answer, 'the answer is compressed in a way that was not asked for');
  try {
    return await decode(answer.body, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw unreadable(answer, isTooLong ? 'the answer is longer than allowed' : 'the compressed answer is broken');
  }
}

function codingsOf({ headers }: WireAnswer): string[] {
  return [headers['content-encoding'] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !noCodings.has(name));
}

const unreadable = ({ status, headers }: WireAnswer, message: string): TransportFailure =>
  new TransportFailure(message, 'yes', { status, headers });
