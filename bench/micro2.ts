import { z } from 'zod';
import { operations } from '../src/exchange/operations.ts';
import { answers, historyPath, searchPath } from './canned-answers.ts';
import { parseWireJson } from '../src/exchange/wire-json.ts';
import assert from 'node:assert';
function bench(name: string, f: () => unknown, n = 20000) { for (let i = 0; i < n; i++) f(); const ts: number[] = []; for (let r = 0; r < 7; r++) { const t = performance.now(); for (let i = 0; i < n; i++) f(); ts.push((performance.now() - t) * 1000 / n); } ts.sort((a, b) => a - b); console.log(name.padEnd(40), ts[0]!.toFixed(2), 'us'); }
const t0 = performance.now();
const compiled = Object.fromEntries(Object.values(operations).map((o) => [o.name, z.compile(o.data)]));
const acc = Object.fromEntries(Object.values(operations).map((o) => [o.name, z.compile(o.accepts)]));
console.log('compile all', performance.now() - t0, 'unchanged', Object.values(operations).filter((o) => compiled[o.name] === o.data).map((o) => o.name));
for (const [name, path] of [['search', searchPath], ['listUserOrderHistory', historyPath]] as const) {
  const rows = (parseWireJson(JSON.stringify(answers[path])) as any).data;
  const plain = operations[name]!.data, comp = compiled[name]!;
  assert.deepStrictEqual(comp.parse(rows[0]), plain.parse(rows[0]));
  assert.deepStrictEqual(Object.keys(comp.parse(rows[0]) as any), Object.keys(plain.parse(rows[0]) as any));
  bench(name + ' plain', () => plain.safeParse(rows[0]));
  bench(name + ' compiled', () => comp.safeParse(rows[0]));
}
const given = { tradeType: 'SELL', page: 1, rows: 100 };
bench('accepts plain', () => operations['listUserOrderHistory']!.accepts.safeParse(given));
bench('accepts compiled', () => acc['listUserOrderHistory']!.safeParse(given));
const text = JSON.stringify(answers[historyPath]);
const needs = /(?:^|[:[,])\s*-?(?:\d{16}|\d+[.eE])|"__proto__"/;
const needs2 = /[:[,]\s*-?(?:\d{16}|\d+[.eE])/;
const needs3 = /[:[,]\s*-?\d+(?:[.eE]|(?<=\d{16}))/;
const needs4 = /[:[,]\s*-?\d/;
bench('needs', () => needs.test(text)); bench('needs2', () => needs2.test(text)); bench('needs3', () => needs3.test(text)); bench('needs4', () => needs4.test(text));
bench('includes', () => text.includes('__proto__'));
const bare = /^[\w.~-]*$/;
bench('bare', () => bare.test('1768000000000'));
bench('enc', () => encodeURIComponent('1768000000000'.toWellFormed()).replace(/[!'()*]/g, (c) => c));
