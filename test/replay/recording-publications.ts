import type { Client } from '@temporalio/client';
import * as peerdesk from '../../src/client/index.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import { account } from './recording.ts';
import type { Simulator } from '../../src/simulator/simulator.ts';

interface World {
  client: Client;
  simulator: Simulator;
  sellAd: string;
}

/** The paths of ads that are published by name. */
export function publicationPaths(settings: Partial<DeskSettings>): Record<string, (world: World) => Promise<string>> {
  const publish = async ({ client }: World, name: string, limits: { floor: string; ceiling: string }) => {
    const sells = {
      asset: 'USDT',
      fiat: 'BOB',
      side: 'SELL',
      quantity: '200',
      minOrder: '100',
      maxOrder: '900',
    } as const;
    const terms = { ...sells, payMethods: ['BANK'] };
    const rules = { strategy: { kind: 'undercut', ticks: 1 } as const, limits };
    await (await peerdesk.publishAd(client, { account, name, mode: 'sim', terms, rules, settings })).result();
    return peerdesk.publicationWorkflowId(account, name);
  };
  return {
    'publication-unknown': (world) => {
      world.simulator.setFaults([{ operation: 'post', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } }]);
      return publish(world, 'first', { floor: '10.60', ceiling: '10.90' });
    },
    'change-edited': async ({ client, simulator, sellAd: adNumber }) => {
      simulator.setFaults([{ operation: 'update', when: { nth: 1 }, fault: { kind: 'error', code: 187049 } }]);
      const wish = { account, adNumber, mode: 'sim', by: 'ana', act: 'change', terms: { remarks: 'edited' } } as const;
      const { workflowId } = await peerdesk.changeAd(client, { ...wish, settings });
      await client.workflow.getHandle(workflowId).result();
      return workflowId;
    },
    'publication-refused': (world) => publish(world, 'second', { floor: '20.00', ceiling: '21.00' }),
  };
}
