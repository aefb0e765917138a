import { z } from 'zod';
import type { OperationFacts, SimAuth } from '../world/sim-call.ts';

type Json = Record<string, unknown>;

/** Returns the parameters of an operation: the header clientType, those of the query, and those of the signature. */
export function parametersOf(operation: OperationFacts): Json[] {
  const { auth, parameters, input, envelope } = operation;
  return [
    ...(envelope === 'sapi' ? [clientType(operation)] : []),
    ...(parameters === 'query' ? queryParameters(input) : []),
    ...(isSignable(auth) ? signingParameters(auth === 'hmac') : []),
  ];
}

/** Returns the body of an operation, or nothing; EP-16 accepts its parameters there too (interface 5 rule 6). */
export function bodyOf({ auth, parameters, input }: OperationFacts): Json {
  if (parameters !== 'body' && auth !== 'chain') return {};
  const content = { 'application/json': { schema: requestSchema(input) } };
  return { requestBody: { required: parameters === 'body', content } };
}

const isSignable = (auth: SimAuth): boolean => auth === 'hmac' || auth === 'adaptive' || auth === 'chain';

/** A documented parameter is required always or never: the text explains what applies to signed calls only. */
function clientType({ auth, needsClientType }: OperationFacts): Json {
  const header = { name: 'clientType', in: 'header' };
  if (auth === 'key-web') return { ...header, required: true, schema: { const: 'web' } };
  const schema = { type: 'string' };
  if (auth !== 'adaptive' || !needsClientType) return { ...header, required: needsClientType, schema };
  return { ...header, required: false, schema, description: 'Required of a signed call.' };
}

function queryParameters(input: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = requestSchema(input);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** Required only where nothing else authenticates: with the key alone neither may be missing without the other. */
const signingParameters = (required: boolean): Json[] => [
  { name: 'timestamp', in: 'query', required, schema: { type: 'integer' }, description: 'ms since the epoch' },
  { name: 'recvWindow', in: 'query', required: false, schema: { type: 'integer', maximum: 60_000, default: 5_000 } },
  { name: 'signature', in: 'query', required, schema: { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' } },
];

function requestSchema(input: z.ZodObject) {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return schema;
}
