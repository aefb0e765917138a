import { startServer } from './server-process.ts';
import { bareUndici, binancePackage, peerdesk } from './callers.ts';
import { load } from './load.ts';
const s = await startServer();
const c = Number(process.argv[2] ?? 50);
const a = [bareUndici(s.baseUrl, c), peerdesk(s.baseUrl, c), binancePackage(s.baseUrl)];
for (const x of a) await load(x, c, 1000);
await s.takeRecord();
for (let i = 0; i < 4; i++) for (const x of [a[0], a[1], a[2]]) { const r = await load(x, c, 1500); const rec = await s.takeRecord(); console.log(x.name.padEnd(12), r.requestsPerSecond.toFixed(0), r.cpuUsPerRequest.toFixed(0)+'us', 'server', (rec.cpuUs/rec.arrivals.length).toFixed(0)+'us'); }
for (const x of a) await x.close();
await s.close();
