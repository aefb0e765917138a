import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

/** A connection to a server whose answers can be held back, as on a slow network. */
export interface HeldWire {
  /** Where to connect to instead: host and port. */
  readonly address: string;
  hold(): void;
  letGo(): void;
  /** Breaks what is connected now; who connects again is served. */
  cut(): void;
  close(): Promise<void>;
}

/** Opens a wire to a server on this machine (host and port). */
export async function openHeldWire(target: string): Promise<HeldWire> {
  const { hostname, port } = new URL(`tcp://${target}`);
  const sockets = new Set<Socket>();
  const answers = new Set<Socket>();
  let isHeld = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // One end breaks when the other one is gone.
    socket.on('error', () => undefined);
  };
  const server = createServer((near) => {
    const far = createConnection(Number(port), hostname);
    [near, far].forEach(keep);
    answers.add(far);
    far.once('close', () => {
      answers.delete(far);
      near.destroy();
    });
    near.once('close', () => far.destroy());
    near.pipe(far);
    far.on('data', (chunk) => near.write(chunk));
    if (isHeld) far.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => {
      isHeld = true;
      for (const far of answers) far.pause();
    },
    letGo: () => {
      isHeld = false;
      for (const far of answers) far.resume();
    },
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
