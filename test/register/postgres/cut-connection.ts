import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to a server that can be cut. */
export class CutConnection {
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  /** Text in a message to the server, after which no answer comes through any more. */
  silentAfter: string | null = null;

  constructor(url: string) {
    this.#port = Number(new URL(url).port);
  }

  /** Returns the address of the server by this way. */
  async open(url: string): Promise<string> {
    this.#server = createServer((near) => this.#join(near));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = new URL(url);
    address.port = String((this.#server.address() as AddressInfo).port);
    return address.href;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server?.close();
  }

  #join(near: Socket): void {
    const far = connect(this.#port, '127.0.0.1');
    let isSilent = false;
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.on('data', (bytes: Buffer) => {
      if (this.silentAfter !== null && bytes.includes(this.silentAfter)) isSilent = true;
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (!isSilent) near.write(bytes);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }
}
