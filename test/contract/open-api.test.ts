import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeService } from '../../src/simulator/http/open-api.ts';
import { configureOperations } from '../../src/simulator/operations/sim-operations.ts';
import { openWorld } from '../simulator/sim-fixture.ts';
import { openContract } from './contract-world.ts';
import { deviations, fieldsOf, pairsOf } from './field-comparison.ts';
import { endpoints, type Endpoint, otherNames } from './field-tables.ts';
import { served } from './raw-call.ts';

const parameterSchema = z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() });
const headersSchema = z.record(z.string(), z.object({ description: z.string(), schema: z.looseObject({}) }));
const contentSchema = z.object({ 'application/json': z.object({ schema: z.looseObject({}) }) });
const operationSchema = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  tags: z.array(z.string().min(1)).length(1),
  'x-auth': z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameterSchema),
  requestBody: z.object({ required: z.boolean(), content: contentSchema }).optional(),
  responses: z.record(
    z.string().regex(/^(200|4\d\d|default)$/),
    z.object({ description: z.string().min(1), headers: headersSchema.optional(), content: contentSchema }),
  ),
});
const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string().regex(/^(get|post)$/), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
});
type Described = z.infer<typeof operationSchema>;

const document: unknown = JSON.parse(JSON.stringify(describeService(served)));
const { paths, components } = documentSchema.parse(document);
const described = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
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

function describedAs(name: string): Described {
  const operation = [...described.values()].find(({ operationId }) => operationId === name);
  if (operation === undefined) throw new Error(`${name} is not described.`);
  return operation;
}

/** Parameters of the query or of the header, each with whether it is required. */
const parametersOf = (name: string, place: string): Record<string, boolean> =>
  Object.fromEntries(
    describedAs(name)
      .parameters.filter((parameter) => parameter.in === place)
      .map((parameter) => [parameter.name, parameter.required]),
  );

/** The schema of an answer, with its references. */
function schemaOf(name: string, status: string): z.ZodType {
  const answer = describedAs(name).responses[status];
  if (answer === undefined) throw new Error(`${name} has no answer ${status}.`);
  const { schema } = answer.content['application/json'];
  const text = JSON.stringify({ ...schema, $defs: components.schemas });
  return z.fromJSONSchema(
    JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as z.core.JSONSchema.JSONSchema,
  );
}

const headersOf = (name: string, status: string): string[] =>
  Object.keys(describedAs(name).responses[status]?.headers ?? {});

/** Fields of a body or names of a query, each with whether it is required. */
function takenBy(operation: Described): Map<string, boolean> {
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const own = inQuery.filter(({ name }) => !['timestamp', 'recvWindow', 'signature'].includes(name));
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
  it('serves the description to everybody, outside of every budget', async () => {
    const world = await openWorld();
    const answer = await fetch(`${world.baseUrl}/openapi.json`);
    expect(await answer.json()).toEqual(document);
    expect(world.simulator.ledger().requests).toBe(0);
  });

  it('lists every operation that is served, with its authentication and its weight', () => {
    expect([...described.keys()].sort()).toEqual(served.map(({ method, path }) => `${method} ${path}`).sort());
    for (const { method, path, name, auth } of served) {
      expect(described.get(`${method} ${path}`)).toMatchObject({ operationId: name, 'x-auth': auth });
    }
  });

  it('states what each way of authentication asks for', () => {
    const securityOf = (name: string) => describedAs(name).security;
    expect(securityOf('releaseCoin')).toEqual([{ apiKey: [], signature: [] }]);
    expect(securityOf('getUserOrderDetail')).toEqual([{ apiKey: [], signature: [] }, { apiKey: [] }]);
    expect(securityOf('search')).toEqual([{ apiKey: [] }]);
    expect(securityOf('getReferencePrice')).toEqual([]);
  });

  it('wants a timestamp and a signature where a call has no other way in (interface section 5 rules 1, 5, 6)', () => {
    const signing = ({ timestamp, recvWindow, signature }: Record<string, boolean>) => [
      timestamp,
      recvWindow,
      signature,
    ];
    for (const { name, auth } of served) {
      const optional =
        auth === 'adaptive' || auth === 'chain' ? [false, false, false] : [undefined, undefined, undefined];
      expect([name, ...signing(parametersOf(name, 'query'))]).toEqual([
        name,
        ...(auth === 'hmac' ? [true, false, true] : optional),
      ]);
    }
  });

  it('wants clientType of operations that are always signed, and of EP-31 and EP-32 alone where the option says so', () => {
    for (const { name, auth, envelope } of served) {
      const asked = envelope === 'sapi' ? { clientType: auth === 'hmac' || auth === 'key-web' } : {};
      expect([name, parametersOf(name, 'header')]).toEqual([name, asked]);
    }
    const free = configureOperations(served, { weights: {}, requireClientType: false });
    const freed = documentSchema.parse(JSON.parse(JSON.stringify(describeService(free))));
    const asking = Object.values(freed.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ parameters }) => parameters.some(({ name, required }) => name === 'clientType' && required));
    expect(asking.map(({ operationId }) => operationId).sort()).toEqual([
      'markOrderMessagesAsRead',
      'markUserMessagesAsRead',
    ]);
  });

  it('EP-16: the parameters travel in the query, or in a body that may be left out (interface section 5 rule 6 b)', () => {
    const { requestBody } = describedAs('listUserOrderHistory');
    expect(requestBody?.required).toBe(false);
    const inBody = bodySchema.parse(requestBody?.content['application/json'].schema).properties ?? {};
    const {
      timestamp: _,
      recvWindow: _window,
      signature: _signature,
      ...inQuery
    } = parametersOf('listUserOrderHistory', 'query');
    expect(Object.keys(inBody).sort()).toEqual(Object.keys(inQuery).sort());
    const others = [...described.values()].filter(({ requestBody: body }) => body?.required === false);
    expect(others.map(({ operationId }) => operationId)).toEqual(['listUserOrderHistory']);
  });

  it('lists the refusals of each operation by their status, with the wait and the weight in their headers', () => {
    const statuses = (name: string) => Object.keys(describedAs(name).responses);
    expect(statuses('getDetailByNo')).toEqual(['200', '400', '401', '404', '418', '429', 'default']);
    expect(statuses('releaseCoin')).toEqual(['200', '400', '401', '413', '418', '429', 'default']);
    expect(statuses('getReferencePrice')).toEqual(['200', '400', '413', '418', '429', 'default']);
    expect(statuses('searchPublicAds')).toEqual(['200', '418', '429', 'default']);
    for (const { name, envelope, countedBy } of served) {
      const sapi = `X-SAPI-USED-${countedBy.toUpperCase()}-WEIGHT-1M`;
      const weight = { sapi: [sapi], public: [], bare: ['X-MBX-USED-WEIGHT-1M'] }[envelope];
      expect([name, headersOf(name, '200')]).toEqual([name, weight]);
      for (const status of ['418', '429']) expect(headersOf(name, status)).toEqual([...weight, 'Retry-After']);
    }
  });
});

describe('what is served has the described form', () => {
  const list = { page: 1, rows: 20 };

  it('refusals with 400, 401, 404, 413, 418 and 429: code and msg, and the headers', async () => {
    const world = await openWorld({ weightLimits: { ip: 3, uid: 3 } });
    const adPath = 'ads/getDetailByNo';
    const answers = [
      { name: 'listWithPagination', answer: await world.desk.call('ads/listWithPagination', { body: {} }) },
      {
        name: 'listWithPagination',
        answer: await world.desk.call('ads/listWithPagination', { body: list, headers: { 'X-MBX-APIKEY': null } }),
      },
      { name: 'getDetailByNo', answer: await world.desk.call(adPath, { query: { adsNo: '1' } }) },
      { name: 'post', answer: await world.desk.call('ads/post', { rawBody: ' '.repeat(1_048_577) }) },
    ];
    for (let call = 0; call < 3; call += 1) await world.desk.call(adPath, { query: { adsNo: '1' } });
    answers.push({ name: 'getDetailByNo', answer: await world.desk.call(adPath, { query: { adsNo: '1' } }) });
    world.simulator.ban(1_000);
    answers.push({ name: 'getDetailByNo', answer: await world.desk.call(adPath, { query: { adsNo: '1' } }) });
    expect(answers.map(({ answer }) => answer.status)).toEqual([400, 401, 404, 413, 429, 418]);
    for (const { name, answer } of answers) {
      const { success, error } = schemaOf(name, String(answer.status)).safeParse(answer.json);
      expect([name, answer.status, success, error]).toEqual([name, answer.status, true, undefined]);
      const told = headersOf(name, String(answer.status));
      expect(told.filter((header) => !answer.headers.has(header))).toEqual([]);
    }
  });

  it('EP-0: a success and a refusal are both a 200', async () => {
    const { desk } = await openWorld();
    const path = '/bapi/c2c/v2/friendly/c2c/adv/search';
    const schema = schemaOf('searchPublicAds', '200');
    const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', ...list };
    for (const body of [search, {}]) {
      const { status, json } = await desk.call(path, { body, sign: false });
      expect([status, json['success'], schema.safeParse(json).error]).toEqual([200, body === search, undefined]);
    }
    expect(
      schema.safeParse({ code: '000001', message: 'x', messageDetail: null, data: null, success: false }).success,
    ).toBe(false);
  });

  it('EP-16: the body of step (b) is read', async () => {
    const world = await openContract();
    world.simulator.counterparties.take({ adNumber: world.addAd() });
    const path = 'orderMatch/listUserOrderHistory';
    const statuses: number[] = [];
    world.simulator.on((event) => {
      if (event.type === 'request' && event.operation === path) statuses.push(event.status);
    });
    for (const [tradeType, total] of [
      ['SELL', 1],
      ['BUY', 0],
    ] as const) {
      world.simulator.setFaults([{ operation: path, when: { nth: 1 }, fault: { kind: 'error', code: -1102 } }]);
      expect(await world.client.orders.listUserOrderHistory({ tradeType, page: 1, rows: 1 })).toMatchObject({ total });
    }
    expect(statuses).toEqual([400, 200, 400, 200]);
  });
});

describe('GET /openapi.json and the field tables', () => {
  it.each(endpoints)('release 7.4: $method $path takes what the field tables document', (endpoint) => {
    const documented =
      endpoint.body === '' ? pairsOf(endpoint.query) : (fieldsOf(endpoint.body) ?? new Map<string, string>());
    const taken = takenBy(describedAt(endpoint));
    const others = [...pairsOf(otherNames[endpoint.path.split('/').at(-1) ?? ''] ?? '').keys()];
    expect([...taken.keys()].sort()).toEqual([...documented.keys(), ...others].sort());
    const mandatory = [...documented].filter(([, type]) => type.endsWith('!')).map(([name]) => name);
    expect(mandatory.filter((name) => taken.get(name) !== true)).toEqual([]);
  });

  it('release 7.4 and wire-facts 12: answers hold documented fields in their wire form, and known ones besides', () => {
    const found = endpoints.flatMap((endpoint) => {
      const operation = describedAt(endpoint);
      const schema = operation.responses['200']?.content['application/json'].schema;
      const { data } = bodySchema.parse(schema).properties ?? {};
      if (endpoint.data === '') return data === undefined ? [] : [`${operation.operationId} has data`];
      const isPage = bodySchema.parse(schema).properties?.['total'] !== undefined;
      return deviations(data, isPage ? `${endpoint.data}[]` : endpoint.data, operation.operationId);
    });
    const lastNames = found.map((line) => line.replace(/^.*\.(?=\w+(\[\])* )/, ''));
    expect([...new Set(lastNames)].sort()).toEqual(Object.keys(knownDeviations).sort());
  });
});

/** Facts that the field tables omit, and where live traffic shows them. */
const knownDeviations: Readonly<Record<string, string>> = {
  'avgPayPeriod is undocumented': 'wire-facts 12.4',
  'avgPayTime is undocumented': 'wire-facts EP-19',
  'avgPayTimeOfLatest30day is undocumented': 'wire-facts EP-19',
  'avgReleasePeriod is undocumented': 'wire-facts 12.4',
  'avgReleaseTime is undocumented': 'wire-facts EP-19',
  'avgReleaseTimeOfLatest30day is undocumented': 'wire-facts EP-19',
  'counterPartNickName time is text': 'a slipped column; wire-facts 12.3 has masked text',
  'expectedPayTime is undocumented': 'wire-facts 12.4',
  'fields is undocumented': 'wire-facts 12.5, payMethods of the detail',
  'iconUrl is undocumented': 'wire-facts 12.4',
  'id int is text': 'wire-facts 12.6: the id of a chat row has nineteen digits',
  'identifier is undocumented': 'wire-facts 12.5, payMethods of the detail',
  'monthFinishRate number is number': 'wire-facts 12.7: a share of 1, the JSON number among decimals',
  'positiveRate is undocumented': 'wire-facts 12.7',
  'takerUserNo is undocumented': 'wire-facts 12.4',
  'tradeMethodShortName is undocumented': 'wire-facts 12.5',
  'userDiscountOffRateMaker number is integer': 'wire-facts 9',
  'userDiscountOffRateTaker number is integer': 'wire-facts 9',
  'userGrade is undocumented': 'wire-facts 12.7',
  'userIdentity is undocumented': 'wire-facts 12.7',
  'wssUrl is undocumented': 'interface section 2',
};
