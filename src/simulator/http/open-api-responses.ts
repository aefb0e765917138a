import { z } from 'zod';
import type { OperationFacts } from '../world/sim-call.ts';
import { weightHeader } from './weight-meter.ts';

type Json = Record<string, unknown>;

/** The errors of the service: two fields from the account's host, five from the web page's. */
export const errorSchemas = {
  Refusal: {
    type: 'object',
    required: ['code', 'msg'],
    properties: { code: { type: 'integer' }, msg: { type: 'string' } },
  },
  PublicRefusal: {
    type: 'object',
    required: ['code', 'message', 'messageDetail', 'data', 'success'],
    properties: {
      code: { const: '000002' },
      message: { type: 'string' },
      messageDetail: { type: 'null' },
      data: { type: 'null' },
      success: { const: false },
    },
  },
};

const refusal = { $ref: '#/components/schemas/Refusal' };
const publicRefusal = { $ref: '#/components/schemas/PublicRefusal' };

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
};

/** Returns every answer of an operation: statuses, headers and bodies as they are served. */
export function responsesOf(operation: OperationFacts): Json {
  const weight = weightHeaders(operation);
  const waiting = { ...weight, ...retryAfter };
  return {
    200: answerOf('Success', successOf(operation), weight),
    ...callRefusals(operation, weight),
    418: answerOf('The address is banned.', refusal, waiting),
    429: answerOf('Too many calls, or too much weight within a minute.', refusal, waiting),
    default: answerOf('Any other refusal.', refusal, {}),
  };
}

/** Refusals by the account's host; the web page's host refuses with 200, and the time has nothing to refuse. */
function callRefusals({ envelope, auth, missing, parameters }: OperationFacts, weight: Json): Json {
  if (envelope !== 'sapi') return {};
  const needsKey = auth !== 'none';
  return {
    400: answerOf('The call is refused: parameters, signature, time, or what the service says to it.', refusal, weight),
    ...(needsKey ? { 401: answerOf('The key is missing, unknown, or not permitted.', refusal, weight) } : {}),
    ...(missing === undefined ? {} : { 404: answerOf(missing, refusal, weight) }),
    ...(parameters === 'body' ? { 413: answerOf('The body is too long.', refusal, {}) } : {}),
  };
}

const answerOf = (description: string, schema: Json, headers: Json): Json => ({
  description,
  ...(Object.keys(headers).length === 0 ? {} : { headers }),
  content: { 'application/json': { schema } },
});

function weightHeaders(operation: OperationFacts): Json {
  const name = weightHeader(operation);
  if (name === null) return {};
  return { [name]: { description: 'Weight used in the last minute.', schema: { type: 'integer', minimum: 0 } } };
}

/** EP-0 refuses with the status of a success, so that both are its 200. */
function successOf(operation: OperationFacts): Json {
  const envelope = envelopeOf(operation);
  return operation.envelope === 'public' ? { oneOf: [envelope, publicRefusal] } : envelope;
}

/** Data in its envelope; a paged answer counts all rows beside those of the page. */
function envelopeOf({ answer, paged, envelope }: OperationFacts): Json {
  const data = answer === null ? null : answerSchema(answer);
  if (envelope === 'bare') return data ?? {};
  const held = data === null ? {} : { data: paged ? { type: 'array', items: data } : data };
  const total = paged ? { total: { type: 'integer' } } : {};
  const isPublic = envelope === 'public';
  const message = isPublic
    ? { message: { type: 'null' }, messageDetail: { type: 'null' } }
    : { message: { type: 'string' } };
  return {
    type: 'object',
    required: ['code', 'message', 'success', ...Object.keys(held), ...Object.keys(total)],
    properties: { code: { const: '000000' }, ...message, ...held, ...total, success: { const: true } },
  };
}

function answerSchema(answer: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(answer, { io: 'output' });
  return schema;
}
