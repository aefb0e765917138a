import { describe, expect, it } from 'vitest';
import { ExchangeError, operations, type ExchangeClient } from '../../src/exchange/index.ts';
import type { SimOperation } from '../../src/simulator/world/sim-call.ts';
import { deskAccount } from '../simulator/sim-fixture.ts';
import { openContract } from './contract-world.ts';
import { rawCall, served, servedBy } from './raw-call.ts';
import { scenarios } from './scenarios.ts';

const isSigned = (name: string): boolean => ['hmac', 'adaptive', 'chain'].includes(servedBy(name).auth);
/** No more headers than interface section 5 asks for. */
const bare = ({ auth }: SimOperation) =>
  auth === 'none' ? { clientType: null, 'X-MBX-APIKEY': null } : { clientType: null };
const needsKey = (name: string): boolean => servedBy(name).auth !== 'none';
const names = Object.keys(operations);
const signedNames = names.filter(isSigned);

async function inputFor(name: string, world: Parameters<NonNullable<(typeof scenarios)[string]>>[0]) {
  return (await scenarios[name]?.(world)) ?? {};
}

/** Makes a call and returns the error that it must reject with. */
async function errorOf(client: ExchangeClient, name: string, input: object): Promise<ExchangeError> {
  const place = operations[name]?.parameters === 'query' ? 'query' : 'body';
  const outcome: unknown = await client.call(name, { [place]: input }).catch((error: unknown) => error);
  if (outcome instanceof ExchangeError) return outcome;
  throw new Error(`${name} did not reject with an ExchangeError, but gave ${JSON.stringify(outcome)}`);
}

describe('the real client is refused', () => {
  it.each(names.filter(needsKey))('%s with a key of no account', async (name) => {
    const world = await openContract();
    const stranger = world.connect({ credentials: { apiKey: 'key-of-nobody', apiSecret: deskAccount.apiSecret } });
    const error = await errorOf(stranger, name, await inputFor(name, world));
    expect([error.code, error.sent]).toEqual([isSigned(name) ? '-2015' : '-2008', 'yes']);
    expect(error.message).not.toContain(deskAccount.apiSecret);
  });

  it.each(signedNames)('%s with a wrong secret', async (name) => {
    const world = await openContract({ adaptiveKeyOnly: false });
    const forger = world.connect({ credentials: { ...deskAccount, apiSecret: 'not-the-secret' } });
    if (servedBy(name).auth === 'chain') {
      // Interface 5 rule 6: the third step of the chain wants no signature.
      await expect(forger.call(name)).resolves.toMatchObject({ items: [] });
      expect(world.simulator.ledger().rejected).toEqual({ '-1022': 4 });
      return;
    }
    const error = await errorOf(forger, name, await inputFor(name, world));
    expect([error.code, error.category, error.httpStatus]).toEqual(['-1022', 'RETRY_WITH_SYNC', 400]);
  });

  it.each(signedNames)('%s with a clock that is wrong and cannot be set right', async (name) => {
    const world = await openContract({ adaptiveKeyOnly: false });
    world.simulator.setFaults([{ operation: '*', fault: { kind: 'skew', ms: 60_000 } }]);
    world.simulator.addFaults([{ operation: 'time', fault: { kind: 'http', status: 503 } }]);
    const late = world.connect();
    if (servedBy(name).auth === 'chain') return expect(await late.call(name)).toMatchObject({ items: [] });
    world.simulator.setFaults([{ operation: name, fault: { kind: 'skew', ms: 60_000 } }]);
    expect((await errorOf(late, name, await inputFor(name, world))).code).toBe('-1021');
  });

  const needy = names.filter((name) => servedBy(name).input.safeParse({}).success === false);

  it.each(needy)('%s without what is mandatory, before anything is sent', async (name) => {
    const world = await openContract();
    const error = await errorOf(world.client, name, {});
    expect([error.code, error.sent]).toEqual(['-1102', 'no']);
    expect(world.simulator.ledger().requests).toBe(0);
  });
});

describe('a request on the wire is refused, whichever client sends it', () => {
  const fieldsOf = (name: string): string[] =>
    Object.entries(servedBy(name).input.shape)
      .filter(([, field]) => field.safeParse(undefined).success === false)
      .map(([field]) => field);
  const mandatory = names.flatMap((name) => fieldsOf(name).map((field) => ({ name, field })));

  it.each(mandatory)('$name without $field: -1102 that names it (wire-facts 2.2)', async ({ name, field }) => {
    const world = await openContract();
    const { [field]: _left, ...rest } = (await inputFor(name, world)) as Record<string, unknown>;
    for (const input of [rest, { ...rest, [field]: '' }]) {
      const answer = await rawCall(world, { operation: servedBy(name), input });
      if (name === 'searchPublicAds') {
        expect(answer.json).toMatchObject({ code: '000002', message: 'illegal parameter', data: null, success: false });
        continue;
      }
      const message =
        name === 'getUserOrderDetail'
          ? 'illegal parameter'
          : `Mandatory parameter '${field}' was not sent, was empty/null, or malformed.`;
      expect([answer.status, answer.json]).toEqual([400, { code: -1102, msg: message }]);
    }
  });

  it.each(served)('$name with another method: 404 and -1000 (wire-facts 2.2)', async (operation) => {
    const world = await openContract();
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'].filter((candidate) => candidate !== operation.method)) {
      const answer = await world.desk.call(operation.path, { method });
      const isPublic = operation.envelope === 'public';
      expect([answer.status, answer.json['code']]).toEqual(isPublic ? [400, '000002'] : [404, -1000]);
      if (!isPublic) expect(answer.json['msg']).toBe(`Request method '${method}' is not supported`);
    }
  });

  it.each(served.filter(({ needsClientType }) => needsClientType))(
    '$name without clientType: -31002 (wire-facts 1)',
    async (operation) => {
      const world = await openContract();
      const input = await inputFor(operation.name, world);
      const answer = await rawCall(world, { operation, input }, { headers: { clientType: null } });
      expect(answer.json['code']).toBe(-31002);
    },
  );

  it.each(served.filter(({ auth }) => !['hmac', 'key-web'].includes(auth)))(
    '$name with the key alone, or with nothing, needs no clientType (interface section 5 rules 4 to 6)',
    async (operation) => {
      const world = await openContract();
      const input = await inputFor(operation.name, world);
      const answer = await rawCall(world, { operation, input }, { sign: false, headers: bare(operation) });
      expect([answer.status, answer.json['code']]).toEqual([200, operation.envelope === 'bare' ? undefined : '000000']);
    },
  );

  it.each(served.filter(({ name }) => isSigned(name)))(
    '$name with half of a signing: -1102 that names the other half (interface section 5 rule 1)',
    async (operation) => {
      const world = await openContract();
      const input = await inputFor(operation.name, world);
      const stamp = `timestamp=${world.clock.now()}`;
      for (const [rawQuery, missing] of [
        [stamp, 'signature'],
        [`signature=${'0'.repeat(64)}`, 'timestamp'],
      ] as const) {
        const answer = await rawCall(world, { operation, input }, { rawQuery });
        expect([answer.json['code'], answer.json['msg']]).toEqual([-1102, expect.stringContaining(`'${missing}'`)]);
      }
    },
  );

  it.each(served.filter(({ name, method }) => needsKey(name) && method === 'POST'))(
    '$name with a body that is no JSON: -2014 without a key, else -1102 (wire-facts 2.3)',
    async (operation) => {
      const world = await openContract();
      const call = (headers = {}) => rawCall(world, { operation, input: {} }, { rawBody: '{"a":', headers });
      expect((await call({ 'X-MBX-APIKEY': null })).json['code']).toBe(-2014);
      const query = operation.parameters === 'query' ? await inputFor(operation.name, world) : {};
      const spoilt = await rawCall(world, { operation, input: query }, { rawBody: '{"a":' });
      expect([spoilt.status, spoilt.json['code']]).toEqual([400, -1102]);
    },
  );

  it.each(served.filter(({ name, envelope }) => isSigned(name) || envelope === 'sapi'))(
    '$name with a parameter in the query that it does not know: -1104 (wire-facts 2.3)',
    async (operation) => {
      const world = await openContract();
      const input = await inputFor(operation.name, world);
      const inQuery = operation.parameters === 'query' ? input : {};
      const query = Object.fromEntries(
        Object.entries({ ...inQuery, surprise: '1' }).map(([name, value]) => [name, String(value)]),
      );
      const answer = await rawCall(world, { operation, input }, { query });
      expect([answer.status, answer.json['code']]).toEqual([400, -1104]);
    },
  );

  it.each(served.filter(({ auth }) => auth === 'key-web'))(
    '$name with a signature or a timestamp, in query or body (interface section 4.3 rule 2)',
    async (operation) => {
      const world = await openContract();
      const input = await inputFor(operation.name, world);
      expect((await rawCall(world, { operation, input }, { sign: true })).json['code']).toBe(-2015);
      const stamped = { ...input, timestamp: world.clock.now() };
      expect((await rawCall(world, { operation, input: stamped })).json['code']).toBe(-2015);
      expect((await rawCall(world, { operation, input }, { headers: { clientType: 'ios' } })).json['code']).toBe(
        -31002,
      );
      expect((await rawCall(world, { operation, input })).json['code']).toBe('000000');
    },
  );

  it.each(served.filter(({ name }) => isSigned(name)))(
    '$name without a signature, unless the key alone is enough (interface section 5)',
    async (operation) => {
      const world = await openContract({ adaptiveKeyOnly: false });
      const input = await inputFor(operation.name, world);
      const answer = await rawCall(world, { operation, input }, { sign: false });
      expect(answer.json['code']).toBe(operation.auth === 'chain' ? '000000' : -1022);
    },
  );
});

describe('paths that do not exist', () => {
  it.each(['/sapi/v1/c2c/ads/list', '/sapi/v1/c2c/chat/sendMessage', '/sapi/v1/c2c/user/queryUser'])(
    '%s: 200 with nothing in it (wire-facts 2.2)',
    async (path) => {
      const world = await openContract();
      const answer = await world.desk.call(path, { body: {} });
      expect([answer.status, answer.text]).toEqual([200, '']);
    },
  );

  it('outside of /sapi: 404 with nothing in it', async () => {
    const world = await openContract();
    const answer = await world.desk.call('/api/v3/nothing');
    expect([answer.status, answer.text]).toEqual([404, '']);
  });

  it('the client takes EP-37 by its other form where the service does not know the preferred one', async () => {
    const world = await openContract();
    world.simulator.setFaults([{ operation: 'getPayMethodByUserId', fault: { kind: 'http', status: 200, body: '' } }]);
    for (let call = 0; call < 3; call += 1) {
      expect((await world.client.paymentMethods.getPayMethodByUserId()).items).toHaveLength(1);
    }
    expect(world.simulator.ledger().requests).toBe(4);
  });
});
