/** A process that writes until it is killed, and prints what the register has acknowledged. */
import { writeSync } from 'node:fs';
import { openSqliteRegister } from '../../../src/register/sqlite/sqlite-register.ts';
import { TestDesk, untilMs } from '../contract/test-desk.ts';

const [file = '', account = ''] = process.argv.slice(2);
const register = await openSqliteRegister({ file, migrate: false, answerLimitMs: 60_000 });
const desk = await TestDesk.open({ register, change: () => Promise.reject(new Error('not from here')) }, account);

/** Written at once: what the pipe has taken survives the process. */
const say = (...words: (string | number)[]): number => writeSync(1, `${words.join(' ')}\n`);

for (let round = 1; ; round += 1) {
  const order = `order-${round}`;
  const payments = [{ key: `${account}-${order}`, proof: 'a payment' }];
  const number = await desk.claimed(order, { payments });
  say('asked', order, number);
  await desk.arm(number, order, { payments: payments.map(({ key }) => key), untilMs });
  say('leaving', order, number);
  if (round % 3 === 0) {
    await desk.see(order, { status: 'COMPLETED' });
    say('done', order, number);
  }
  if (round % 5 === 0) {
    await desk.takeBack(order, 'hold');
    say('held', order, number);
  }
}
