/** What is done once and ends: placements, publications, changes of an ad. */
import { adChangeWorkflowId, changeAd, placeOrder, publishAd } from '../../../src/client/index.ts';
import type { LedgerEntry } from '../../../src/simulator/world/ledger.ts';
import type { OnceStepName } from '../../../src/domain/once-steps.ts';
import { account, askAdNumber } from '../../integration/desk-harness.ts';
import { doublesIn, firstOf, soon } from '../judge.ts';
import { newestRun } from '../reset-points.ts';
import { settings } from '../reset-world.ts';
import type { ResetWorld, Story, Subject } from '../story.ts';
import { rulesOf } from './order-subject.ts';

const common = { account, mode: 'sim', settings } as const;

interface Ended {
  readonly workflowId: string;
  /** What the service does once for it. */
  readonly kind: LedgerEntry['kind'];
  readonly step: OnceStepName | null;
  readonly subject: string;
}

/** The questions to a workflow that has ended: reset, it ends as it did. */
async function endedSubject(world: ResetWorld, { workflowId, kind, step, subject }: Ended): Promise<Subject> {
  const { client, simulator, register } = world;
  const result = (): Promise<unknown> => client.workflow.getHandle(workflowId).result();
  const count = (): number => simulator.ledger().entries.filter((entry) => entry.kind === kind).length;
  const [first, times] = [resultText(await result()), count()];
  const hasEnded = async (): Promise<boolean> => {
    const { runId } = await newestRun(client, workflowId);
    return (await client.workflow.getHandle(workflowId, runId).describe()).status.name === 'COMPLETED';
  };
  const shown = async (): Promise<string> => {
    const { state, why, needsHuman } = await client.workflow.getHandle(workflowId).query<Page>('state');
    return (await hasEnded()) ? '' : `it is ${state}${needsHuman ? ', and asks a human' : ''}: ${why}`;
  };
  return {
    workflowId,
    said: async () => {
      const last = await soon(shown, (text) => text === '');
      return last === '' ? null : (last ?? 'its page does not answer');
    },
    left: async () => {
      const rows = step === null ? [] : await register.stepRows({ account, step, subject });
      const done = rows.filter(({ state }) => state === 'done' || state === 'leaving').length;
      return firstOf(
        () => doublesIn(world),
        () => (count() === times ? null : `${kind}: ${count()} times instead of ${times}`),
        () => (step === null || done === 1 ? null : `the register has ${done} ${step}`),
      );
    },
    goesOn: async () => {
      if (!(await hasEnded())) return 'it has not ended';
      const now = resultText(await result());
      return now === first ? null : `it ends in ${now} instead of ${first}`;
    },
  };
}

interface Page {
  readonly state: string;
  readonly why: string;
  readonly needsHuman: boolean;
}

/** Of a result what names its end: how it was reached may be told otherwise. */
function resultText(result: unknown): string {
  const { state, orderNumber, adNumber, status } = result as Record<string, string | null | undefined>;
  return [state, orderNumber, adNumber, status].filter((part) => part !== undefined && part !== null).join(' ');
}

/** A history of what was refused, by a machine that was too slow, say, would try nothing. */
async function endsAs(state: string, { result }: { result: () => Promise<{ state: string; why: string }> }) {
  const end = await result();
  if (end.state !== state) throw new Error(`it has ended ${end.state}: ${end.why}`);
}

const lost = { kind: 'reset', when: 'after' } as const;

const placed = (name: string, isLost: boolean): Story => ({
  workflow: 'orderPlacement',
  name,
  isOnce: false,
  desk: rulesOf('approve'),
  play: async (world, number) => {
    if (isLost) world.simulator.setFaults([{ operation: 'placeOrder', when: { nth: 1, count: 1 }, fault: lost }]);
    const requestId = `request-${number}`;
    const trade = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00', matchPrice: '10.05' } as const;
    const wish = { ...common, requestId, adNumber: askAdNumber, ...trade, release: rulesOf('approve') } as const;
    const placement = await placeOrder(world.client, wish);
    await endsAs('placed', placement);
    return endedSubject(world, { workflowId: placement.workflowId, kind: 'place', step: 'place', subject: requestId });
  },
});

const published = (title: string, isLost: boolean): Story => ({
  workflow: 'adPublication',
  name: title,
  isOnce: false,
  play: async (world, number) => {
    if (isLost) world.simulator.setFaults([{ operation: 'post', when: { nth: 1, count: 1 }, fault: lost }]);
    const name = `ad-${number}`;
    const trade = {
      asset: 'USDT',
      fiat: 'BOB',
      side: 'SELL',
      quantity: '200',
      minOrder: '100',
      maxOrder: '900',
    } as const;
    const rules = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '10.60', ceiling: '10.90' } } as const;
    const publication = await publishAd(world.client, {
      ...common,
      name,
      terms: { ...trade, payMethods: ['BANK'] },
      rules,
    });
    await endsAs('published', publication);
    return endedSubject(world, { workflowId: publication.workflowId, kind: 'ad-post', step: 'publish', subject: name });
  },
});

const changed: Story = {
  workflow: 'adChange',
  name: 'an ad that was changed',
  isOnce: false,
  play: async (world) => {
    const { client, simulator } = world;
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.60' });
    simulator.setFaults([{ operation: 'update', when: { nth: 1, count: 1 }, fault: { kind: 'error', code: 187049 } }]);
    await changeAd(client, { ...common, adNumber, by: 'ana', act: 'change', terms: { remarks: 'edited' } });
    const workflowId = adChangeWorkflowId(account, adNumber);
    await client.workflow.getHandle(workflowId).result();
    return endedSubject(world, { workflowId, kind: 'ad-post', step: null, subject: adNumber });
  },
};

export const endedStories: readonly Story[] = [
  placed('placed', false),
  placed('placed, its answer lost', true),
  published('published', false),
  published('published, its answer lost', true),
  changed,
];
