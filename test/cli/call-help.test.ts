import { describe, expect, it } from 'vitest';
import { helpText, operationHelp } from '../../src/cli/call/operation-help.ts';
import { parametersOf, type Parameter } from '../../src/cli/call/parameter-list.ts';
import { knownMeanings } from '../../src/exchange/table/guide/parameter-meaning.ts';
import { refusalMeanings } from '../../src/exchange/table/guide/refusal-meaning.ts';
import type { Operation } from '../../src/exchange/table/operation.ts';
import { operations } from '../../src/exchange/table/operations.ts';
import { adOperations } from '../../src/exchange/table/operations/ad-operations.ts';
import { merchantOperations } from '../../src/exchange/table/operations/merchant-operations.ts';
import { orderOperations } from '../../src/exchange/table/operations/order-operations.ts';

const all = Object.values(operations);
const names = (parameters: readonly Parameter[]): string[] => parameters.map(({ name }) => name);

/** Every parameter and inner field of an operation, the inner ones by both names. */
function everyParameter(operation: Operation): { path: string; parameter: Parameter }[] {
  const walk = (parameters: readonly Parameter[], before: string): { path: string; parameter: Parameter }[] =>
    parameters.flatMap((parameter) => {
      const path = before + parameter.name;
      return [{ path, parameter }, ...walk(parameter.fields, `${path}.`)];
    });
  return walk(parametersOf(operation), '');
}

describe('the parameters of every operation', () => {
  it.each(all)('$name: each has a known kind of value', (operation) => {
    expect(names(parametersOf(operation)).toSorted()).toEqual(Object.keys(operation.input.shape).toSorted());
    const unknown = everyParameter(operation).filter(({ parameter }) => /value/.test(parameter.kind));
    expect(unknown).toEqual([]);
  });

  it.each(all)('$name: each has a meaning, in a line and without a full stop', (operation) => {
    const meanings = everyParameter(operation).map(({ path, parameter }) => [path, parameter.meaning]);
    const odd = meanings.filter(([, meaning = '']) => meaning === '' || meaning.length > 120 || /[\n.]$/.test(meaning));
    expect(odd).toEqual([]);
  });

  it('no meaning is kept for what no operation takes', () => {
    const taken = new Set(all.flatMap((operation) => everyParameter(operation).map(({ path }) => path)));
    expect(Object.keys(knownMeanings.general).filter((name) => !taken.has(name))).toEqual([]);
    const stray = Object.entries(knownMeanings.special).flatMap(([name, meanings]) => {
      const known = operations[name] === undefined ? [] : everyParameter(operations[name]).map(({ path }) => path);
      return Object.keys(meanings).filter((path) => !known.includes(path));
    });
    expect(stray).toEqual([]);
  });

  it('one name may mean two things: the number of an ad in EP-11, of an order in EP-13 (wire-facts 5)', () => {
    const meaningOf = (operation: Operation): string => parametersOf(operation)[0]?.meaning ?? '';
    expect(meaningOf(orderOperations.checkIfCanPlaceOrder)).toMatch(/number of the ad/);
    expect(meaningOf(orderOperations.getUserOrderDetail)).toMatch(/number of the order/);
  });

  it('the required ones come first', () => {
    const required = parametersOf(orderOperations.cancelOrder).map(({ name, required: needed }) => [name, needed]);
    expect(required).toEqual([
      ['orderNumber', true],
      ['orderCancelReasonCode', true],
      ['orderCancelAdditionalInfo', false],
    ]);
  });

  it('objects show what is inside of them', () => {
    const methods = parametersOf(adOperations.post).find(({ name }) => name === 'tradeMethods');
    expect(names(methods?.fields ?? [])).toEqual(['identifier', 'payId', 'payType']);
  });
});

describe('the guide', () => {
  it('knows where each operation is written', () => {
    const sources = all.map(({ source }) => source);
    const clause =
      /^(?:interface|wire-facts) \d[\d.]*(?: (?:rule|row) \d+)?(?:(?:,| to) \d[\d.]*(?: (?:rule|row) \d+)?)*$/;
    expect(sources.flatMap((source) => source.split('; ')).filter((part) => !clause.test(part))).toEqual([]);
  });

  it('explains no refusal that nothing expects', () => {
    const expected = new Set<string>(all.flatMap(({ refusals }) => refusals));
    expect(Object.keys(refusalMeanings).filter((code) => !expected.has(code))).toEqual([]);
  });
});

describe('the help of an operation', () => {
  const textOf = (operation: Operation, width = 120): string => helpText(operationHelp(operation), width);

  it('says what it does, what it returns, where that is written and what may be refused', () => {
    const text = textOf(orderOperations.releaseCoin);
    expect(text).toContain(
      'releaseCoin (EP-20): Releases the asset of a paid order to its buyer, which cannot be undone.',
    );
    expect(text).toContain(
      '  returns: nothing\n  documented in: docs/reference/interface.md 4.1, 7.3; docs/reference/wire-facts.md 2.3, 3, 5\n',
    );
    expect(text).toMatch(/Refusals to expect:\n {2}-3026 +the order is completed already\n {2}200001035 /);
    expect(text).toContain('money step: sent once, asks for --yes');
  });

  it.each(all)('$name: no line but an example is longer than the terminal, and none is lost', (operation) => {
    const lines = (width: number): string[] => textOf(operation, width).split('\n');
    const long = lines(100).filter((line) => line.length > 100 && !line.startsWith('  $ '));
    expect(long).toEqual([]);
    const words = (width: number): string[] => lines(width).join(' ').split(/\s+/);
    expect(words(80)).toEqual(words(1000));
  });

  it('names the first twelve fields of an answer, in a page or a list too', () => {
    expect(operationHelp(adOperations.search).returns).toBe('items (each { adv, advertiser }) and their total');
    expect(operationHelp(orderOperations.getUserOrderDetail).returns).toMatch(/^\{ (\w+, ){11}\w+ and \d+ more \}$/);
    expect(operationHelp(adOperations.getReferencePrice).returns).toMatch(/^a list \(each \{ asset, referencePrice, /);
    expect(all.map(operationHelp).filter(({ returns }) => /value/.test(returns))).toEqual([]);
  });

  it('of an operation without parameters says so, and does not warn of parameters', () => {
    const text = textOf(orderOperations.getUserOrderSummary);
    expect(text).toContain('It takes no parameters.');
    expect(text).toContain('Refusals to expect: none of its own.\nAny call may meet -1021 or -1022');
  });

  it('shows inner fields below their parameter, and that only --body holds them', () => {
    const text = textOf(adOperations.post);
    expect(text).toMatch(/\ntradeMethods +yes +list of objects .*\ntradeMethods\[\]\.identifier +no +text /);
    expect(text).toContain('only --body can hold tradeMethods.');
  });

  it('of an operation whose answer must be true says so, and when it may be false', () => {
    const text = textOf(merchantOperations.endRest);
    expect(text).toContain('\n  returns: true\n');
    expect(text).toMatch(/An answer of false[^.]*counts as an error: your business is closed/);
    const given = all.filter(({ mustBeTrue }) => mustBeTrue === true).map(operationHelp);
    const names = given.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['endRest', 'startBusiness', 'closeBusiness', 'update']));
    expect(new Set(given.map(({ returns }) => returns))).toEqual(new Set(['true']));
  });

  it('says of a list that --param may be repeated, where it may', () => {
    expect(textOf(adOperations.updateStatus)).toMatch(/\nadvNos .*; repeat --param for a list\n/);
    expect(textOf(adOperations.post)).not.toContain('repeat --param');
  });

  it('says when --yes is asked for', () => {
    expect(textOf(adOperations.updateStatus)).toContain('may be repeated, asks for --yes with advStatus 4\n');
    expect(textOf(merchantOperations.closeBusiness)).toContain('may be repeated, asks for --yes\n');
    expect(textOf(merchantOperations.closeBusiness)).toContain('$ peerdesk call closeBusiness --yes');
  });
});
