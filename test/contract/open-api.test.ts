import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeService } from '../../src/simulator/open-api.ts';
import { openWorld } from '../simulator/sim-fixture.ts';
import { deviations, fieldsOf, pairsOf } from './field-comparison.ts';
import { endpoints, type Endpoint } from './field-tables.ts';
import { served } from './raw-call.ts';

const parameterSchema = z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() });
const contentSchema = z.object({ 'application/json': z.object({ schema: z.looseObject({}) }) });
const operationSchema = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  tags: z.array(z.string().min(1)).length(1),
  'x-auth': z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameterSchema),
  requestBody: z.object({ required: z.literal(true), content: contentSchema }).optional(),
  responses: z.object({ 200: z.object({ description: z.string(), content: contentSchema }), default: z.unknown() }),
});
const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string().regex(/^(get|post)$/), operationSchema)),
});
type Described = z.infer<typeof operationSchema>;

const document: unknown = JSON.parse(JSON.stringify(describeService(served)));
const described = new Map(
  Object.entries(documentSchema.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Described] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  ),
);

const describedAt = ({ method, path }: Endpoint): Described => {
  const operation = described.get(`${method} ${path}`);
  if (operation === undefined) throw new Error(`${method} ${path} is not described.`);
  return operation;
};

/** Fields of a body or names of a query, each with whether it is asked for. */
function takenBy(operation: Described): Map<string, boolean> {
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const own = inQuery.filter(({ name }) => name !== 'timestamp' && name !== 'recvWindow');
  const body = operation.requestBody?.content['application/json'].schema;
  const { properties = {}, required = [] } = bodySchema.parse(body ?? {});
  const inBody = Object.keys(properties).map((name): [string, boolean] => [name, required.includes(name)]);
  return new Map([...own.map(({ name, required: asked }): [string, boolean] => [name, asked]), ...inBody]);
}
const bodySchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

describe('GET /openapi.json', () => {
  test('serves the description to everybody, outside of every budget', async () => {
    const world = await openWorld();
    const answer = await fetch(`${world.baseUrl}/openapi.json`);
    expect(await answer.json()).toEqual(document);
    expect(world.simulator.ledger().requests).toBe(0);
  });

  test('lists every operation that is served, with its authentication and its weight', () => {
    expect([...described.keys()].sort()).toEqual(served.map(({ method, path }) => `${method} ${path}`).sort());
    for (const { method, path, name, auth } of served) {
      expect(described.get(`${method} ${path}`)).toMatchObject({ operationId: name, 'x-auth': auth });
    }
  });

  test('tells what each way of authentication asks for', () => {
    const securityOf = (name: string) =>
      [...described.values()].find(({ operationId }) => operationId === name)?.security;
    expect(securityOf('releaseCoin')).toEqual([{ apiKey: [], signature: [] }]);
    expect(securityOf('getUserOrderDetail')).toEqual([{ apiKey: [], signature: [] }, { apiKey: [] }]);
    expect(securityOf('search')).toEqual([{ apiKey: [] }]);
    expect(securityOf('getReferencePrice')).toEqual([]);
  });

  test.each(endpoints)('release 7.4: $method $path takes what the field tables document', (endpoint) => {
    const documented =
      endpoint.body === '' ? pairsOf(endpoint.query) : (fieldsOf(endpoint.body) ?? new Map<string, string>());
    const taken = takenBy(describedAt(endpoint));
    expect([...taken.keys()].sort()).toEqual([...documented.keys()].sort());
    const mandatory = [...documented].filter(([, type]) => type.endsWith('!')).map(([name]) => name);
    expect(mandatory.filter((name) => taken.get(name) !== true)).toEqual([]);
  });

  test('release 7.4 and api-facts 12: answers hold documented fields in their wire form, and known ones besides', () => {
    const found = endpoints.flatMap((endpoint) => {
      const operation = describedAt(endpoint);
      const { schema } = operation.responses['200'].content['application/json'];
      const { data } = bodySchema.parse(schema).properties ?? {};
      if (endpoint.data === '') return data === undefined ? [] : [`${operation.operationId} gives data`];
      const isPage = bodySchema.parse(schema).properties?.['total'] !== undefined;
      return deviations(data, isPage ? `${endpoint.data}[]` : endpoint.data, operation.operationId);
    });
    const lastNames = found.map((line) => line.replace(/^.*\.(?=\w+(\[\])* )/, ''));
    expect([...new Set(lastNames)].sort()).toEqual(Object.keys(knownDeviations).sort());
  });
});

/** What the field tables do not say, and where live traffic shows it. */
const knownDeviations: Readonly<Record<string, string>> = {
  'avgPayPeriod is undocumented': 'api-facts 12.4',
  'avgPayTime is undocumented': 'api-facts EP-19',
  'avgPayTimeOfLatest30day is undocumented': 'api-facts EP-19',
  'avgReleasePeriod is undocumented': 'api-facts 12.4',
  'avgReleaseTime is undocumented': 'api-facts EP-19',
  'avgReleaseTimeOfLatest30day is undocumented': 'api-facts EP-19',
  'counterPartNickName time is text': 'a slipped column; api-facts 12.3 has masked text',
  'expectedPayTime is undocumented': 'api-facts 12.4',
  'fields is undocumented': 'api-facts 12.5, payMethods of the detail',
  'iconUrl is undocumented': 'api-facts 12.4',
  'id int is text': 'api-facts 12.6: the id of a chat row has nineteen digits',
  'identifier is undocumented': 'api-facts 12.5, payMethods of the detail',
  'monthFinishRate number is number': 'api-facts 12.7: a share of 1, the JSON number among decimals',
  'positiveRate is undocumented': 'api-facts 12.7',
  'takerUserNo is undocumented': 'api-facts 12.4',
  'tradeMethodShortName is undocumented': 'api-facts 12.5',
  'userDiscountOffRateMaker number is integer': 'api-facts 9',
  'userDiscountOffRateTaker number is integer': 'api-facts 9',
  'userGrade is undocumented': 'api-facts 12.7',
  'userIdentity is undocumented': 'api-facts 12.7',
  'wssUrl is undocumented': 'interface section 2',
};
