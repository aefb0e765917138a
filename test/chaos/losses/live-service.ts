/** The service as an account of real money reaches it: by TLS, and without the paths by which a simulator proves itself. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface LiveService {
  /** What a process needs to call it with permission to move real money, on a server of Temporal for tests. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Returns why no certificate can be made here; null: it can. */
export function missingCertificates(): string | null {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'openssl is not installed';
  }
}

/** Puts TLS before a service of this machine; its certificate is made in the folder. */
export async function openLiveService(serviceUrl: string, folder: string): Promise<LiveService> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, response) =>
    forward(serviceUrl, incoming, response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      PEERDESK_BASE_URL: `https://127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: cert,
      PEERDESK_ALLOW_LIVE: 'yes',
      PEERDESK_ALLOW_DEV_SERVER: 'yes',
      PEERDESK_ALLOW_PLAIN_PAYLOADS: 'yes',
      PEERDESK_CHAT_SOCKET: 'off',
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** No real service knows the paths of a simulator. */
function forward(serviceUrl: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { url = '/', method, headers } = incoming;
  if (url.startsWith('/_sim')) return void response.writeHead(404).end();
  const outgoing = request(new URL(url, serviceUrl), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}
