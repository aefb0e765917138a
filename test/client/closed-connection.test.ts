import { once } from 'node:events';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { connectTemporal, type PeerdeskConnection } from '../../src/client/connection/connect.ts';

const unavailable = '14';
const emptyAnswer = Buffer.alloc(5);

/** Answers the greeting of a client, and leaves everything else to the test. */
async function connectTo(answer: (stream: ServerHttp2Stream) => void): Promise<PeerdeskConnection> {
  const server = createServer();
  server.on('stream', (stream, { ':path': path }) => {
    if (path?.endsWith('/GetSystemInfo') !== true) return answer(stream);
    stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(emptyAnswer);
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return connectTemporal({ address: `127.0.0.1:${(server.address() as AddressInfo).port}`, env: {} });
}

function refuse(stream: ServerHttp2Stream): void {
  stream.respond({ 'content-type': 'application/grpc', 'grpc-status': unavailable }, { endStream: true });
}

/** Its metadata may hold the key of the server: an error is logged. */
const ended = expect.objectContaining({ code: 1, details: 'the connection to Temporal was closed' });

it('a call that waits for its next attempt ends with its connection, and throws nothing past its caller', async () => {
  const asked = Promise.withResolvers<void>();
  const peerdesk = await connectTo((stream) => {
    refuse(stream);
    asked.resolve();
  });
  const call = peerdesk.client.workflowService.describeNamespace({ namespace: 'default' });
  await Promise.all([asked.promise.then(() => peerdesk.close()), expect(call).rejects.toEqual(ended)]);
});

it('a call on a connection that was closed is refused, without what the client sends', async () => {
  const peerdesk = await connectTo(refuse);
  await peerdesk.close();
  const error: unknown = await peerdesk.client.workflowService.getClusterInfo({}).catch((thrown: unknown) => thrown);
  expect(error).toEqual(ended);
  expect((error as { metadata: { getMap(): object } }).metadata.getMap()).toEqual({});
});
