import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBody } from '../../../src/cli/call/body-source.ts';
import { callFields } from '../../../src/cli/call/call-input.ts';
import { adOperations } from '../../../src/exchange/table/operations/ad-operations.ts';
import { orderOperations } from '../../../src/exchange/table/operations/order-operations.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

describe('the fields of a call', () => {
  it('--param wins over --body and stays text, so that no digit of a number is lost', () => {
    const body = { text: '{"orderNumber":20001179525058000005,"code":"1"}', from: '--body' };
    expect(callFields(orderOperations.releaseCoin, { body, param: ['orderNumber=30001179525058000005'] })).toEqual({
      orderNumber: '30001179525058000005',
      code: '1',
    });
    expect(callFields(orderOperations.releaseCoin, { body, param: [] })['orderNumber']).toBe('20001179525058000005');
  });

  it('a list takes one value or several; an unknown parameter that is repeated becomes a list', () => {
    expect(callFields(adOperations.updateStatus, { param: ['advNos=1'] })).toEqual({ advNos: ['1'] });
    expect(callFields(adOperations.updateStatus, { param: ['advNos=1', 'advNos=2'] })).toEqual({ advNos: ['1', '2'] });
    const unknown = { param: ['x=1', 'x=2'], allowUnknown: true };
    expect(callFields(adOperations.getDetailByNo, unknown)).toEqual({ x: ['1', '2'] });
  });

  it('a parameter that is no list cannot be passed twice', () => {
    const read = () => callFields(adOperations.update, { param: ['price=1', 'price=2'] });
    expect(read).toThrow('--param price is given 2 times, but price is no list');
  });

  it('a parameter with fields inside says that it needs --body, and shows the form', () => {
    const read = () => callFields(adOperations.update, { param: ['advNo=1', 'tradeMethods=BANK'] });
    expect(read).toThrow(/tradeMethods has fields inside: .*--body '\{"tradeMethods":\[\{"payId":"PAY_ID"\}\]\}'/);
  });

  it('a value may hold an equals sign or be empty', () => {
    expect(callFields(adOperations.update, { param: ['remarks=a=b', 'autoReplyMsg='] })).toEqual({
      remarks: 'a=b',
      autoReplyMsg: '',
    });
  });
});

describe('a name that the operation does not have is refused, because the service would ignore it', () => {
  const jsonBody = (fields: object) => ({ text: JSON.stringify(fields), from: '--body' });

  it.each([
    [{ param: ['advNo=1', 'priec=100'] }, /^update has no parameter priec; did you mean price\?/],
    [{ param: ['ADVNO=1'] }, /no parameter ADVNO; did you mean advNo\?/],
    [{ param: ['nothingLikeIt=1'] }, /no parameter nothingLikeIt: `peerdesk call update --help`/],
    [{ param: [], body: jsonBody({ advNo: '1', pricce: '1' }) }, /no parameter pricce; did you mean price\?/],
    [
      { param: [], body: jsonBody({ advNo: '1', tradeMethods: [{ payId: 1 }, { payID: 2 }] }) },
      /no parameter tradeMethods\.payID; did you mean tradeMethods\.payId\?/,
    ],
    [{ param: ['__proto__=1'] }, /no parameter __proto__/],
  ])('%j', (given, message) => {
    expect(() => callFields(adOperations.update, given)).toThrow(message);
  });

  it('--allow-unknown lets it through', () => {
    const given = { param: ['advNo=1', 'priec=100'], allowUnknown: true };
    expect(callFields(adOperations.update, given)).toEqual({ advNo: '1', priec: '100' });
  });
});

describe('the source of a body', () => {
  it('is the value itself, a file, or standard input', async () => {
    const file = join(await temporaryDirectory(), 'body.json');
    writeFileSync(file, '{"page":1}');
    expect((await readBody('{"page":3}', Readable.from([]))).text).toBe('{"page":3}');
    expect((await readBody(`@${file}`, Readable.from([]))).text).toBe('{"page":1}');
    expect((await readBody('-', Readable.from(['{"pa', 'ge":2}']))).text).toBe('{"page":2}');
  });

  it('is named when it cannot be read or holds no JSON', async () => {
    await expect(readBody('@/nonexistent/body.json', Readable.from([]))).rejects.toThrow(
      /--body @\/nonexistent\/body\.json cannot be read \(ENOENT\)/,
    );
    const body = await readBody('-', Readable.from(['page=1']));
    expect(() => callFields(adOperations.listWithPagination, { param: [], body })).toThrow(
      /^standard input \(--body -\) is not JSON/,
    );
  });
});
