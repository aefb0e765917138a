/** A process that opens a register, asks once and leaves it open: nothing may keep it. */
import { openSqliteRegister } from '../../../src/register/sqlite/sqlite-register.ts';

const [file = ''] = process.argv.slice(2);
const register = await openSqliteRegister({ file, migrate: false, answerLimitMs: 60_000 });
const identity = await register.identity();
process.stdout.write(`${identity?.how}\n`);
process.disconnect();
