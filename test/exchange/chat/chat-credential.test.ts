import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openChatSocket } from '../../../src/exchange/index.ts';
import { eventually, openChat, startChatService, type ChatService } from './chat-service.ts';
import { failure, serverTime, type RawRequest, type Reply } from '../recorder.ts';

let service: ChatService;
beforeEach(async () => {
  service = await startChatService();
});
afterEach(async () => {
  await service.close();
});

const asksForCredential = ({ path }: RawRequest): boolean => path.endsWith('/retrieveChatCredential');

/** Answers requests for a credential with these, one after the other, then with good ones. */
function answerCredentials(answers: (Reply | null)[]): void {
  service.instead = (request) => {
    if (request.path.endsWith('/time')) return serverTime(Date.now());
    return asksForCredential(request) ? (answers.shift() ?? null) : null;
  };
}

const times = (count: number, reply: Reply | null): (Reply | null)[] => Array.from({ length: count }, () => reply);
const refused = failure(-2015, 'Invalid API-key, IP, or permissions for action.', 401);

describe('interface 7.3: a key that is refused five times in a row ends the chat', () => {
  it.each([
    ['-1022', failure(-1022, 'Signature for this request is not valid.'), { code: '-1022' }],
    ['-2008', failure(-2008, 'Invalid Api-Key ID.'), { code: '-2008' }],
    ['-2014', failure(-2014, 'API-key format invalid.'), { code: '-2014' }],
    ['-2015', failure(-2015, 'Invalid API-key, IP, or permissions for action.'), { code: '-2015' }],
    ['HTTP 401', { status: 401, body: '{}' }, { httpStatus: 401 }],
  ])('%s: closed and the reader reject with the refusal', async (_name, reply, told) => {
    answerCredentials(times(1_000, reply));
    const expected: unknown = expect.objectContaining({ name: 'ExchangeError', endpoint: 'retrieveChatCredential' });
    const states: string[] = [];
    const socket = openChatSocket(service.client, {
      sleep: async () => {},
      onState: ({ kind }) => states.push(kind),
    });
    service.chats.push(socket);
    const reading = socket[Symbol.asyncIterator]().next();
    const ended = await Promise.all([socket.closed, reading].map((end) => end.catch((error: unknown) => error)));
    expect(ended).toEqual([expected, expected]);
    expect(ended[0]).toMatchObject(told);
    expect(states.filter((kind) => kind === 'connecting')).toHaveLength(5);
    expect(states.at(-1)).toBe('closed');
  });

  it('four refusals are forgiven, and the count starts over with a credential', async () => {
    answerCredentials([...times(4, refused), null, ...times(4, refused)]);
    service.onConnection = (connection) => {
      if (service.sockets.length === 1) connection.once('message', () => connection.terminate());
    };
    const { socket } = openChat(service);
    await eventually(() => service.frames.length === 2 && socket.state().kind === 'open');
    expect(service.recorder.requests.filter(asksForCredential)).toHaveLength(10);
  });

  it('what fails for another reason in between neither counts nor starts the count over', async () => {
    const other = failure(-1102, 'A mandatory parameter was not sent.');
    answerCredentials([...times(4, refused), ...times(6, other), refused]);
    const { socket, states } = openChat(service);
    await expect(socket.closed).rejects.toMatchObject({ code: '-2015', sent: 'yes' });
    expect(states.filter(({ kind }) => kind === 'waiting')).toHaveLength(10);
  });
});
