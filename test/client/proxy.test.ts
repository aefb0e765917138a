import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connectTemporal } from '../../src/client/index.ts';

it.each(['grpc_proxy', 'https_proxy', 'http_proxy'])(
  'SEC13c: the connection to Temporal does not go through the proxy that %s names',
  async (variable) => {
    let visits = 0;
    const proxy = createServer((socket) => {
      visits += 1;
      socket.destroy();
    });
    proxy.listen(0, '127.0.0.1');
    onTestFinished(() => void proxy.close());
    await once(proxy, 'listening');
    vi.stubEnv(variable, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    vi.stubEnv('no_proxy', '');
    await expect(connectTemporal({ address: 'temporal.invalid:7233', env: {} })).rejects.toThrow();
    expect(visits).toBe(0);
  },
);
