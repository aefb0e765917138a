import { z } from 'zod';
import type { OperationFacts, SimAuth } from './sim-call.ts';

type Json = Record<string, unknown>;

/** What each way of authentication asks for, in words (interface section 5). */
const authWords: Record<SimAuth, string> = {
  hmac: 'Signed: key header, timestamp and signature.',
  adaptive: 'Signed; where the service is set to, the key header alone is enough.',
  chain: 'Signed with the parameters in the query or in the body, or the key header alone.',
  key: 'Key header alone.',
  'key-web': 'Key header and clientType web; a timestamp or a signature is an error.',
  none: 'No credentials.',
};

const keyOnly = { apiKey: [] };
const signed = { apiKey: [], signature: [] };
const security: Record<SimAuth, readonly Json[]> = {
  hmac: [signed],
  adaptive: [signed, keyOnly],
  chain: [signed, keyOnly],
  key: [keyOnly],
  'key-web': [keyOnly],
  none: [],
};

const isSignable = (auth: SimAuth): boolean => auth === 'hmac' || auth === 'adaptive' || auth === 'chain';

/** Describes the service as an OpenAPI 3.1 document, from the schemas that its requests are checked with. */
export function describeService(operations: readonly DescribedOperation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stand-in of a peer-to-peer marketplace, C2C release 7.4',
      version: '7.4.0',
      description: 'Generated from the schemas that requests are checked with.',
    },
    paths,
    components: { securitySchemes, schemas: { Refusal: refusal } },
  };
}

/** What the description needs to know of an operation. */
export type DescribedOperation = OperationFacts & { needsClientType: boolean; weight: number; countedBy: 'ip' | 'uid' };

function describeOperation(operation: DescribedOperation): Json {
  const { name, ep, auth, summary, parameters, input, weight, countedBy } = operation;
  const body = { required: parameters === 'body', content: { 'application/json': { schema: requestSchema(input) } } };
  return {
    operationId: name,
    summary,
    description: `${authWords[auth]} Weight ${weight} of the ${countedBy === 'ip' ? 'address' : 'account'}.`,
    tags: [tagOf(operation)],
    'x-auth': auth,
    ...(ep === null ? {} : { 'x-endpoint': ep }),
    security: security[auth],
    parameters: parametersOf(operation),
    ...(parameters === 'body' ? { requestBody: body } : {}),
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: envelopeOf(operation) } } },
      default: {
        description: 'Refusal',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  };
}

const tagOf = ({ path, envelope }: OperationFacts): string =>
  envelope === 'sapi' ? (path.split('/')[4] ?? '') : envelope;

function parametersOf(operation: DescribedOperation): Json[] {
  const { auth, parameters, input, needsClientType } = operation;
  return [
    ...(needsClientType ? [header('clientType', auth === 'key-web' ? { const: 'web' } : { type: 'string' })] : []),
    ...(parameters === 'query' ? queryParameters(input) : []),
    ...(isSignable(auth) ? signingParameters : []),
  ];
}

const header = (name: string, schema: Json): Json => ({ name, in: 'header', required: true, schema });

function queryParameters(input: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = requestSchema(input);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** Not required by the document, because the key header alone may do where a call can also be signed. */
const signingParameters: readonly Json[] = [
  { name: 'timestamp', in: 'query', required: false, schema: { type: 'integer' }, description: 'ms since the epoch' },
  { name: 'recvWindow', in: 'query', required: false, schema: { type: 'integer', maximum: 60_000, default: 5_000 } },
];

const requestSchema = (input: z.ZodType) => schemaOf(input, 'input');

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

/** Data in its envelope; a paged answer counts all rows beside those of the page. */
function envelopeOf({ answer, paged, envelope }: OperationFacts): Json {
  const data = answer === null ? null : schemaOf(answer, 'output');
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

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-MBX-APIKEY' },
  signature: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'HMAC-SHA256 in hex over the percent-encoded query before it, keyed with the secret; last of all.',
  },
};

const refusal = {
  type: 'object',
  required: ['code'],
  properties: { code: { type: ['integer', 'string'] }, msg: { type: 'string' }, message: { type: 'string' } },
};
