import { CommandRefusedError, adCommands, connectTemporal, orderControl, startAd } from 'peerdesk/client';

const [account, adNumber, orderNumber] = process.argv.slice(2);
if (account === undefined || adNumber === undefined || orderNumber === undefined)
  throw new Error('give an account, the number of an ad and the number of an order');
const peerdesk = await connectTemporal(); // TEMPORAL_* variables, else temporal.toml, else localhost:7233

// Start: keep an ad between a floor and a ceiling. The workflow id is derived, so a second start joins the first.
const ad = await startAd(peerdesk.client, {
  account,
  adNumber,
  mode: 'sim',
  rules: {
    strategy: { kind: 'undercut', ticks: 1 },
    filter: { minFinishRate: 0.9, minOrderCount: 20, maxDeviationRatio: '0.05' },
    limits: { floor: '9.50', ceiling: '10.50' },
  },
});
const { override } = await ad.overridePrice('10.20', 60_000); // update: answers, or rejects with the reason
await peerdesk.client.workflow.getHandle(ad.workflowId).signal(adCommands.pause.signal, { by: 'ana' }); // not answered
const { state, why } = await ad.state(); // query

const approved = orderControl(peerdesk.client, account, orderNumber).approve({ by: 'ana', note: 'the money is there' });
const order = await approved.catch((error: unknown) => {
  if (error instanceof CommandRefusedError) return { status: `refused: ${error.message}` };
  throw error;
});
process.stdout.write(`${JSON.stringify({ override: override?.price, state: state.kind, why, order: order.status })}\n`);
await peerdesk.close();
