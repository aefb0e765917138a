import { describe, expect, test } from 'vitest';
import { callFields } from '../../src/cli/call/call-input.ts';
import { adOperations } from '../../src/exchange/operations/ad-operations.ts';
import { orderOperations } from '../../src/exchange/operations/order-operations.ts';

describe('the fields of a call', () => {
  test('--param wins over --body and stays text, so that no digit of a number is lost', () => {
    const body = '{"orderNumber":20001179525058000005,"page":1}';
    expect(callFields(orderOperations.releaseCoin, { body, param: ['orderNumber=30001179525058000005'] })).toEqual({
      orderNumber: '30001179525058000005',
      page: 1,
    });
    expect(callFields(orderOperations.releaseCoin, { body, param: [] })['orderNumber']).toBe('20001179525058000005');
  });

  test('a list takes one value or several; a repeated parameter becomes a list', () => {
    expect(callFields(adOperations.updateStatus, { param: ['advNos=1'] })).toEqual({ advNos: ['1'] });
    expect(callFields(adOperations.updateStatus, { param: ['advNos=1', 'advNos=2'] })).toEqual({ advNos: ['1', '2'] });
    expect(callFields(adOperations.getDetailByNo, { param: ['x=1', 'x=2'] })).toEqual({ x: ['1', '2'] });
  });

  test('a value may hold an equals sign or be empty', () => {
    expect(callFields(adOperations.update, { param: ['remarks=a=b', 'autoReplyMsg='] })).toEqual({
      remarks: 'a=b',
      autoReplyMsg: '',
    });
  });
});
