import type { z } from 'zod';
import type { CallOptions } from '../call-options.ts';
import type { WireFields } from './call-input.ts';
import { compiledSchema } from './compiled-schema.ts';
import { categorize } from '../table/classify.ts';
import { isLimit, notServedHere } from '../../domain/failures/error-category.ts';
import { EmptyAnswer, ExchangeError, UnreadableAnswer, type ExchangeFailure } from '../exchange-error.ts';
import type { WireAnswer } from '../wire/wire-message.ts';
import type { Operation } from '../table/operation.ts';
import { fieldAt, readRows, readShape } from './read-shape.ts';
import type { Redact } from './redact.ts';
import { lostBytes, parseWireJson, quoteDamaged } from '../wire/wire-json.ts';
import { integer } from '../table/wire-value.ts';

/** How to read an answer. */
interface AnswerContext {
  readonly operation: Operation;
  /** The fields that were sent. */
  readonly fields: WireFields;
  readonly redact: Redact;
  /** From the Retry-After header. */
  readonly retryAfterMs: number | null;
  /** For how long a refusal for too many calls asks to wait, by its text; null: it does not say. */
  readonly saidRestMs?: (said: { readonly page: string; readonly message: string }) => number | null;
  readonly onData?: CallOptions['onData'];
}

/** A refusal for too many calls is short: what stands further down is another thing. */
const longestNotice = 4_000;
const notServedText = 'the service does not serve the country or network of this address';
const successCodes: readonly unknown[] = ['000000', '0', 0];
/** Accepted beside a success code; some hosts omit the flag, and nulls are dropped or kept (wire-facts 2.1). */
const successFlags: readonly unknown[] = [undefined, null, true, 'true', 1];
/** Replaces what is no UTF-8: one byte costs the text or number that it stands in, and not the answer. */
const decoder = new TextDecoder('utf-8');

/**
 * Returns the checked data of an answer, or throws an ExchangeError with `sent: yes`. Anything that is not provably a
 * success of the right shape is a failure (wire-facts 2.1, 2.2), including HTTP 200 with an empty body, HTML or half a
 * body.
 */
export function readAnswer(answer: WireAnswer, context: AnswerContext): unknown {
  const reading = { ...context, status: answer.status, answer };
  const body = parseBody(answer, reading);
  if (context.operation.envelope === 'bare' && answer.status < 300 && !('code' in body)) {
    context.onData?.(body);
    return checkShape(context.operation.data, body, reading);
  }
  checkEnvelope(body, reading);
  context.onData?.(body['data']);
  return checkData(body, reading);
}

type Reading = AnswerContext & { readonly status: number; readonly answer: WireAnswer };

function parseBody(answer: WireAnswer, reading: Reading): WireFields {
  if (answer.body.length === 0) throw emptyAnswer(answer, reading);
  const body = parseText(answer, reading);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as WireFields;
  throw failed(reading, 'the answer is JSON, but no object');
}

function parseText(answer: WireAnswer, reading: Reading): unknown {
  try {
    const text = decoder.decode(answer.body);
    if (!text.includes(lostBytes)) return parseWireJson(text);
    const value = parseWireJson(quoteDamaged(text));
    refuseLostNames(value);
    return value;
  } catch (error) {
    const kind = error instanceof RangeError ? 'nested too deeply' : unreadableKind(answer, reading);
    throw new UnreadableAnswer(failure(reading, `the answer cannot be read: ${kind}`));
  }
}

/** A field whose name has lost a byte would count as missing: `success: false` among others. */
function refuseLostNames(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes(lostBytes)) throw new SyntaxError('the name of a field is no UTF-8');
    refuseLostNames(inner);
  }
}

function emptyAnswer(answer: WireAnswer, reading: Reading): ExchangeError {
  const { method, path } = reading.operation;
  if (answer.status >= 300) return failed(reading, 'empty answer');
  return new EmptyAnswer(failure(reading, `empty answer: the service does not know ${method} ${path}`));
}

/** Quotes plain words, since the service says "Service Unavailable" that way, but not pages. */
function unreadableKind(answer: WireAnswer, { redact }: Reading): string {
  // Secrets are removed before cutting: half a key is no longer recognised.
  const start = redact(answer.body.toString('latin1', 0, 2_000))
    .slice(0, 80)
    .trim();
  if (start.startsWith('<')) return 'it is a web page';
  if (start.startsWith('{') || start.startsWith('[')) return 'its JSON is broken or cut off';
  return /^[\x20-\x7e]+$/.test(start) ? `it says "${start}"` : 'it is no JSON';
}

function checkEnvelope(body: WireFields, reading: Reading): void {
  const succeeded = successCodes.includes(body['code']) && successFlags.includes(body['success']);
  if (succeeded && !saysOtherwise(body) && reading.status >= 200 && reading.status < 300) return;
  const code = codeText(body['code'], reading);
  if (code === null) throw failed(reading, `the answer lacks code${messageSuffix(body)}`);
  if (successCodes.includes(body['code'])) throw failed(reading, falseSuccess(body, reading));
  throw failed(reading, messageText(body) ?? `the service gave the code ${code} without a message`, code);
}

const successWords = /^(?:success(?:ful(?:ly)?)?|ok|done)[.!]?$/i;

/** A relay may pass a refusal with the code 0 on as HTTP 200: without flag and data its text alone shows what it is. */
function saysOtherwise(body: WireFields): boolean {
  const text = messageText(body);
  const isBare = (body['success'] ?? null) === null && (body['data'] ?? null) === null;
  return isBare && text !== null && !successWords.test(text.trim());
}

/** The gateway that refuses an address writes the code 0 into its refusal. */
function falseSuccess(body: WireFields, { status }: Reading): string {
  const text = messageText(body);
  return status === notServedHere && text !== null ? text : `a success that is none${messageSuffix(body)}`;
}

/** Codes come as number or as text (wire-facts 2.2). */
function codeText(code: unknown, { redact }: Reading): string | null {
  if (typeof code === 'number') return String(code);
  // A number that was written as 83229.0 arrives as text.
  const text = typeof code === 'string' ? code.replace(/^(-?\d+)\.0+$/, '$1') : null;
  return text !== null && /^-?\w{1,40}$/.test(text) && redact(text) === text ? text : null;
}

/** Interface 7 shows neither name; `msg` comes from the gateway, `message` from the service behind it. */
function messageText(body: WireFields): string | null {
  const texts = [body['msg'], body['message'], body['messageDetail'], body['error']];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}

function messageSuffix(body: WireFields): string {
  const text = messageText(body);
  return text === null ? '' : `: ${text}`;
}

function checkData(body: WireFields, reading: Reading): unknown {
  const { operation } = reading;
  if (operation.envelope === 'page') return checkPage(body, reading);
  if (operation.envelope === 'list') return checkRows(body, reading);
  const data = checkShape(operation.data, body['data'], reading);
  checkEcho(data, reading);
  checkRefusal(data, reading);
  if (operation.mustBeTrue !== true || data === true) return data;
  throw failed(reading, 'the service answered false: it did not do it');
}

function checkEcho(data: unknown, reading: Reading): void {
  if (isAboutWhatWasAsked(data, reading)) return;
  const { echo } = reading.operation;
  throw failed(reading, `the answer is about another ${echo?.answered ?? 'thing'} than the one that was asked for`);
}

function isAboutWhatWasAsked(data: unknown, { operation: { echo }, fields }: Reading): boolean {
  if (echo === undefined) return true;
  const answered = fieldAt(data, echo.answered);
  // Where the field is optional in the table, an answer without it does not point to another order.
  return answered === undefined || answered === null || answered === fields[echo.sent];
}

/** A refusal inside a success is one all the same. */
function checkRefusal(data: unknown, reading: Reading): void {
  const refusal = reading.operation.refusal?.(data, reading.fields) ?? null;
  if (refusal !== null) throw failed(reading, refusal.message, codeText(refusal.code, reading));
}

function checkPage(body: WireFields, reading: Reading): unknown {
  const total = compiledSchema(integer).safeParse(body['total']);
  return { ...checkRows(body, reading), total: total.success && total.data >= 0 ? total.data : null };
}

/** Row by row: an odd one is left out and named, and the others are read. */
function checkRows(body: WireFields, reading: Reading) {
  const { data: schema, echo, rowName } = reading.operation;
  const rows = pageRows(body['data']);
  if (rows === null) throw failed(reading, 'the answer lacks data (an array)');
  const { items: all, odd } = readRows(schema, rows, rowName);
  const isNamed = echo !== undefined && (reading.fields[echo.sent] ?? null) !== null;
  const items = isNamed ? all.filter((row) => isAboutWhatWasAsked(row, reading)) : all;
  return { items, odd };
}

/** One client met pages with their rows inside `content` (wire-facts 2.1). */
function pageRows(data: unknown): unknown[] | null {
  if (Array.isArray(data)) return data;
  const content = typeof data === 'object' && data !== null && 'content' in data ? data.content : null;
  return Array.isArray(content) ? content : null;
}

/** Returns the parsed value, or throws one line that names the field; never its value, which may be personal. */
function checkShape(schema: z.ZodType, value: unknown, reading: Reading): unknown {
  const read = readShape(schema, value);
  if (read.ok) return read.data;
  throw failed(reading, `the answer lacks data${read.path}: ${read.why}`);
}

function failed(reading: Reading, message: string, code: string | null = null): ExchangeError {
  return new ExchangeError(failure(reading, message, code));
}

function failure(reading: Reading, message: string, code: string | null = null): ExchangeFailure {
  const { redact, operation, status: httpStatus } = reading;
  const text = httpStatus === notServedHere ? `${notServedText}: ${message}` : message;
  const facts = { message: redact(text), code, httpStatus };
  const retryAfterMs = isLimit(categorize(facts)) ? limitWaitMs(reading, message) : reading.retryAfterMs;
  return { ...facts, endpoint: operation.name, sent: 'yes', retryAfterMs };
}

/** A header and a text may name different ends: calls before the later one prolong a ban. */
function limitWaitMs({ answer, retryAfterMs, saidRestMs }: Reading, message: string): number | null {
  const page = answer.body.toString('utf8', 0, longestNotice);
  const restMs = saidRestMs?.({ page, message: message.slice(0, longestNotice) }) ?? null;
  return restMs === null ? retryAfterMs : Math.max(restMs, retryAfterMs ?? 0);
}
