import fc from 'fast-check';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createExchangeClient, ExchangeError } from '../../src/exchange/index.ts';
import { seed } from '../domain/seeded.ts';
import { deskAccount } from '../simulator/sim-fixture.ts';
import { mutate, mutations, type Mutated } from './answer-mutation.ts';
import { complaintAbout, leavesOneOut, rowsIn } from './success-check.ts';
import { collectAnswers, type ValidAnswer } from './valid-answers.ts';

const runs = 400;

/** A plain server with one prepared answer to every call, whole or cut off by the connection. */
async function startLiar() {
  let prepared: { answer: Mutated; isSevered: boolean } | null = null;
  let received = 0;
  const reply = (response: ServerResponse): void => {
    if (prepared === null) return void response.end();
    const { answer, isSevered } = prepared;
    const length = answer.body.length + (isSevered ? 10 : 0);
    response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': length });
    response.write(answer.body);
    if (isSevered) setImmediate(() => response.destroy());
    else response.end();
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/api/v3/time') {
        response.end(JSON.stringify({ serverTime: Date.now() }));
        return;
      }
      received += 1;
      reply(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    prepare: (answer: Mutated, isSevered: boolean): void => {
      prepared = { answer, isSevered };
      received = 0;
    },
    received: () => received,
  };
}

function connectTo(baseUrl: string) {
  const client = createExchangeClient({
    baseUrl,
    credentials: deskAccount,
    random: () => 0.99,
    sleep: () => Promise.resolve(),
    settings: {
      accountRequestsPerSecond: 10_000,
      adRequestsPerSecond: 10_000,
      timeSyncWaitMs: 0,
      breakerFailureThreshold: 1_000_000,
    },
  });
  onTestFinished(() => client.close());
  return client;
}

/** Makes a call and describes a wrong ending; null when nothing is wrong. */
function judge(
  outcome: unknown,
  {
    valid,
    mutated,
    isSevered,
    received,
  }: { valid: ValidAnswer; mutated: Mutated; isSevered: boolean; received: number },
): string | null {
  const isMoney = valid.operation.kind === 'money';
  if (outcome instanceof ExchangeError) {
    if (['must-accept', 'must-leave-out'].includes(mutated.verdict) && !isSevered)
      return `a good answer was refused: ${outcome.message}`;
    if (isMoney && outcome.sent === 'no' && received > 0) return 'it says that a money step was not sent';
    return isMoney && received > 1 ? `a money step was sent ${received} times` : null;
  }
  if (outcome instanceof Error) return `${outcome.name}: ${outcome.message}`;
  if (isSevered) return 'half an answer was taken for a success';
  if (mutated.verdict === 'must-reject') return 'a spoilt answer was taken for a success';
  if (mutated.verdict === 'must-leave-out' && !leavesOneOut(outcome, rowsIn(valid.text))) return 'not one row left out';
  return complaintAbout(valid.operation, outcome);
}

it(`reliability I26: ${runs} spoilt answers over HTTP: every call settles, none with a false success`, async () => {
  const answers = (await collectAnswers()).filter(({ operation }) => operation.name !== 'time');
  const liar = await startLiar();
  const client = connectTo(liar.baseUrl);
  const counts: Record<string, number> = {};
  const property = fc.asyncProperty(
    fc.nat(answers.length - 1),
    // A code may request a pause, which the client would obey.
    mutations.filter(({ kind }) => kind !== 'code'),
    fc.boolean(),
    async (index, mutation, isSevered) => {
      const valid = answers[index];
      if (valid === undefined) return;
      const mutated = mutate(valid.text, valid.operation, mutation);
      liar.prepare(mutated, isSevered);
      const place = valid.operation.parameters === 'query' ? 'query' : 'body';
      const call = client.call(valid.operation.name, { [place]: valid.fields });
      const outcome: unknown = await call.catch((error: unknown) => error);
      const received = liar.received();
      const complaint = judge(outcome, { valid, mutated, isSevered, received });
      expect(complaint, `${valid.operation.name} ${JSON.stringify(mutation)} ${isSevered ? 'severed' : ''}`).toBeNull();
      const ending = outcome instanceof ExchangeError ? 'rejected' : 'accepted';
      counts[ending] = (counts[ending] ?? 0) + 1;
    },
  );
  await fc.assert(property, { seed, numRuns: runs });
  console.log(`spoilt answers over HTTP, seed ${seed}: ${JSON.stringify(counts)}`);
});
