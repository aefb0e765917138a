/**
 * The benchmark server, in a process of its own: answers every request at once with prepared bytes, so that the caller
 * is measured. Prints its port; `/arrivals` returns when requests came and resets the record.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answers } from './canned-answers.ts';

const prepared = new Map(Object.entries(answers).map(([path, answer]) => [path, Buffer.from(JSON.stringify(answer))]));
const unknownPath = Buffer.from('{"code":-1000,"msg":"no such path"}');

let arrivals: number[] = [];
let cpu = process.cpuUsage();

const server = createServer((request, response) => {
  const { url = '' } = request;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  request.resume();
  const body = path === '/arrivals' ? takeRecord() : (prepared.get(path) ?? unknownPath);
  if (path !== '/arrivals') arrivals.push(performance.now());
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.keepAliveTimeout = 60_000;

function takeRecord(): Buffer {
  const { user, system } = process.cpuUsage(cpu);
  const record = { arrivals, cpuUs: user + system };
  arrivals = [];
  cpu = process.cpuUsage();
  return Buffer.from(JSON.stringify(record));
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${port}\n`);
});
// The benchmark that started it is over, however it ended.
process.stdin.on('end', () => process.exit()).resume();
