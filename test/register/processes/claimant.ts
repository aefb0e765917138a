/** A process of its own that claims for an account of its own whenever it is asked to. */
import { openSqliteRegister } from '../../../src/register/sqlite/sqlite-register.ts';
import { payment, TestDesk } from '../contract/test-desk.ts';

const [file = '', account = ''] = process.argv.slice(2);
const register = await openSqliteRegister({ file, migrate: false, answerLimitMs: 60_000 });
const desk = await TestDesk.open({ register, change: () => Promise.reject(new Error('not from here')) }, account);

process.on('message', (key: string) => {
  void desk.claim(`order-${key}`, { payments: [payment(key)] }).then((reply) => process.send?.(reply));
});
process.send?.('ready');
