import { randomInt } from 'node:crypto';
import { createServer, connect, type Server, type Socket } from 'node:net';

/**
 * Returns a free TCP port on `host`.
 *
 * The kernel assigns the port, and one connection is made to it and closed from our side: the port then rests in
 * TIME_WAIT, so the kernel assigns it to no one else for a while, yet a server that sets SO_REUSEADDR may bind it.
 * Without that rest two concurrent processes can get the same port.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer();
  try {
    const port = await listenAnywhere(server, host);
    await restInTimeWait(server, { host, port });
    return port;
  } finally {
    server.close();
  }
}

/**
 * Returns a free place on this machine that no one elsewhere can guess: a random address of 127.0.0.0/8, where the
 * system has them all, else a port of 127.0.0.1.
 */
export async function hiddenPlace(): Promise<{ host: string; port: number }> {
  const host = ['127', randomInt(1, 255), randomInt(0, 256), randomInt(1, 255)].join('.');
  try {
    return { host, port: await freePort(host) };
  } catch {
    // macOS has 127.0.0.1 alone.
    return { host: '127.0.0.1', port: await freePort() };
  }
}

/** Returns `wanted`, or a free port when it is 0 or absent. Throws an Error when `wanted` is in use. */
export async function portOrFree(wanted: number | undefined, host = '127.0.0.1'): Promise<number> {
  if (wanted === undefined || wanted === 0) return freePort(host);
  if (await acceptsConnections(wanted, host)) throw new Error(`port ${wanted} is in use on ${host}: choose another`);
  return wanted;
}

/** Reports whether a server listens on a port of this machine. */
export function acceptsConnections(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

function listenAnywhere(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error(`no TCP port on ${host}`));
      else resolve(address.port);
    });
  });
}

// The side that closes first keeps the connection in TIME_WAIT; it must be ours, so the server side ends it.
function restInTimeWait(server: Server, at: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('connection', (socket: Socket) => socket.end());
    const client = connect(at);
    client.once('error', reject);
    client.once('close', () => resolve());
    client.resume();
  });
}
