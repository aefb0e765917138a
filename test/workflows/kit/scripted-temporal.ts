/** A server that hands a worker the tasks of a script, one after another, and keeps what the worker answers. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

interface MessageType {
  create(value: object): object;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
}

/** What a worker answered: the name of the call, and its request. */
export interface Answer {
  call: string;
  request: Record<string, unknown>;
}

interface ScriptedTemporal {
  address: string;
  /** Resolves with the answers once there are so many. */
  answers(count: number): Promise<Answer[]>;
  close(): void;
}

const service = 'temporal.api.workflowservice.v1.';
/** Of a message: whether it is compressed, and its length in four bytes. */
const frameHead = 5;
const stickyKind = 2;
const answering = ['RespondQueryTaskCompleted', 'RespondWorkflowTaskCompleted', 'RespondWorkflowTaskFailed'];

/** Returns a message of the protocol by its name. The module is the SDK's own. */
export function messageOf(name: string): MessageType {
  const common = createRequire(createRequire(import.meta.url).resolve('@temporalio/common'));
  const root: unknown = common('@temporalio/proto');
  return name.split('.').reduce((part, key) => (part as Record<string, unknown>)[key], root) as MessageType;
}

function unframed(frame: Buffer, name: string): Record<string, unknown> {
  const body = frame.subarray(frameHead);
  return messageOf(`${service}${name}`).decode(frame[0] === 1 ? gunzipSync(body) : body) as Record<string, unknown>;
}

function framed(name: string, value: object): Buffer {
  const type = messageOf(`${service}${name}`);
  const body = type.encode(type.create(value)).finish();
  const head = Buffer.alloc(frameHead);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/** Starts it. A task is handed out when all before it are answered; then no more come. */
export async function startScriptedTemporal(tasks: readonly object[]): Promise<ScriptedTemporal> {
  const [answered, waiting] = [[] as Answer[], new Set<() => void>()];
  let handedOut = 0;
  const until = async (isReady: () => boolean): Promise<void> => {
    while (!isReady()) await new Promise<void>((resolve) => waiting.add(resolve));
  };
  const wake = (): void => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const polled = async (request: Record<string, unknown>): Promise<object> => {
    const { kind } = request['taskQueue'] as { kind: number };
    await until(() => kind !== stickyKind && handedOut < tasks.length && answered.length === handedOut);
    handedOut += 1;
    return tasks[handedOut - 1] ?? {};
  };
  const served = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> => {
    const call = String(headers[':path']).split('/').at(-1) ?? '';
    const request = unframed(Buffer.concat(await stream.toArray()), `${call}Request`);
    if (answering.includes(call)) answered.push({ call, request });
    wake();
    if (call.startsWith('Poll') && call !== 'PollWorkflowTaskQueue') return;
    const reply = call === 'PollWorkflowTaskQueue' ? await polled(request) : {};
    if (stream.destroyed) return;
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(framed(`${call}Response`, reply));
  };
  const server = createServer().on('stream', (stream, headers) => {
    // A worker that stops leaves its polls.
    stream.on('error', () => undefined);
    void served(stream, headers).catch(() => stream.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  return {
    address: `127.0.0.1:${port}`,
    answers: async (count) => {
      await until(() => answered.length >= count);
      return answered;
    },
    close: () => void server.close(),
  };
}
