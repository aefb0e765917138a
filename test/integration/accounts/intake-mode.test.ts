import { beforeEach, describe, expect, it } from 'vitest';
import { orderControl } from '../../../src/client/index.ts';
import type { Mode } from '../../../src/domain/mode.ts';
import * as attributes from '../../../src/workflows/contract/search-attributes.ts';
import { account, openDeskWorld, sharedEgress } from '../desk-harness.ts';
import { listedOrder, unservedPort } from './unserved-port.ts';

describe('design 2: a watch that goes on for moments after its desk was changed', () => {
  let desk: { mode: Mode; state: 'running' | 'stopped' };
  beforeEach(() => {
    desk = { mode: 'shadow', state: 'running' };
  });

  it('takes an order up in the mode that the desk has by then, and none for a desk that was stopped', async () => {
    const { client } = await openDeskWorld({ egress: sharedEgress });
    const port = unservedPort({ client }, () => Promise.resolve(desk));
    const modeOf = async (orderNumber: string): Promise<unknown> => {
      const { workflowId } = orderControl(client, account, orderNumber);
      return (await client.workflow.getHandle(workflowId).describe()).typedSearchAttributes.get(
        attributes.peerdeskMode,
      );
    };
    const take = (orderNumber: string) => port.orderSeen({ orderNumber, ...listedOrder });
    expect(await take('20000000000000001001')).toBe('started');
    desk = { mode: 'sim', state: 'running' };
    expect(await take('20000000000000001002')).toBe('started');
    expect(await Promise.all(['1001', '1002'].map((end) => modeOf(`2000000000000000${end}`)))).toEqual([
      'shadow',
      'sim',
    ]);
    desk = { mode: 'sim', state: 'stopped' };
    await expect(take('20000000000000001003')).rejects.toThrow('the desk is stopped: it takes nothing in');
    await expect(modeOf('20000000000000001003')).rejects.toThrow(/not found/);
  });
});
