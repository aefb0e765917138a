/**
 * `npm run bench:page`: how long Chromium takes on loopback from the press of a link to the first paint of what waits and of an
 * order (budget: 1 s), at a real door, worker and Temporal server, while twenty orders wait. Takes three minutes. A measurement,
 * not a test; it needs Chromium (`CHROMIUM_PATH`, else /usr/bin/chromium).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { openBrowserWorld } from '../../test/integration/phone/browser-world.ts';
import { say } from '../desk-world.ts';
import { machineFacts } from '../report.ts';
import { quantileOf } from '../statistics.ts';

const waiting = 20;
const navigations = 40;
/** A person reads what he opens. */
const readingMs = 1_000;
const person = 'ana+phone';

/** Answers with the moment of the first paint, in ms since the navigation began. */
const firstPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const [entry] = list.getEntriesByName('first-contentful-paint');
    if (entry !== undefined) resolve(entry.startTime);
  }).observe({ type: 'paint', buffered: true });
})`;

const ends: (() => void | Promise<void>)[] = [];
try {
  const { node, cores, processor, loadBefore } = machineFacts();
  const { path: temporalCli } = await findTemporalCli({ env: process.env, log: say });
  const opened = await openBrowserWorld([person], { temporalCli }, (end) => ends.push(end));
  const orders: string[] = [];
  while (orders.length < waiting) orders.push(await opened.world.paidOrder(`${400 + orders.length}.00`));
  say(`Node ${node}; ${cores} cores (${processor}), load ${loadBefore.join(' ')}; ${waiting} orders wait`);
  const phone = opened.phone(person);
  const pages = { 'what waits': () => '/', 'an order': (round: number) => `/orders/main/${orders[round % waiting]}` };
  for (const [name, pathOf] of Object.entries(pages)) {
    const times: number[] = [];
    while (times.length < navigations) {
      await delay(readingMs);
      await phone.goTo(pathOf(times.length));
      times.push(await phone.page.evaluate<number>(firstPaint));
    }
    const [p50, p95] = [0.5, 0.95].map((share) => quantileOf(times, share).toFixed(0));
    say(`first paint of ${name}: p50 ${p50} ms, p95 ${p95} ms, most ${Math.max(...times).toFixed(0)} ms`);
  }
} finally {
  for (const end of ends.toReversed()) await end();
}
