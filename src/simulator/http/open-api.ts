import { bodyOf, parametersOf } from './open-api-parameters.ts';
import { errorSchemas, responsesOf } from './open-api-responses.ts';
import type { OperationFacts, SimAuth } from '../world/sim-call.ts';

type Json = Record<string, unknown>;

/** What each way of authentication requires, in words (interface 5). */
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

/** Describes the service as an OpenAPI 3.1 document, from the schemas that check its requests. */
export function describeService(operations: readonly OperationFacts[]): Json {
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
    components: { securitySchemes, schemas: errorSchemas },
  };
}

function describeOperation(operation: OperationFacts): Json {
  const { name, ep, auth, summary, weight, countedBy } = operation;
  return {
    operationId: name,
    summary,
    description: `${authWords[auth]} Weight ${weight} of the ${countedBy === 'ip' ? 'address' : 'account'}.`,
    tags: [tagOf(operation)],
    'x-auth': auth,
    ...(ep === null ? {} : { 'x-endpoint': ep }),
    security: security[auth],
    parameters: parametersOf(operation),
    ...bodyOf(operation),
    responses: responsesOf(operation),
  };
}

const tagOf = ({ path, envelope }: OperationFacts): string =>
  envelope === 'sapi' ? (path.split('/')[4] ?? '') : envelope;

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-MBX-APIKEY' },
  signature: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'HMAC-SHA256 in hex over the percent-encoded query before it, keyed with the secret; last of all.',
  },
};
