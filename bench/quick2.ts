import { startServer } from './server-process.ts';
import { peerdesk, bareUndici } from './callers.ts';
import { load } from './load.ts';
const s = await startServer();
const x = (process.argv[2] === 'bare' ? bareUndici : peerdesk)(s.baseUrl, 50);
await load(x, 50, 1500);
for (let i = 0; i < 3; i++) { const r = await load(x, 50, 2000); console.log(r.requestsPerSecond.toFixed(0), r.cpuUsPerRequest.toFixed(1)+'us'); }
await x.close(); await s.close();
