import { connectTemporal, orderControl, pauseSignal, startAd } from 'peerdesk/client';

const [account = 'main', adNumber = '', orderNumber = ''] = process.argv.slice(2);
const peerdesk = await connectTemporal(); // TEMPORAL_* variables, else temporal.toml, else localhost:7233

// Start: keep an ad between a floor and a ceiling. The workflow id is derived, so a second start joins the first.
const worthy = { minFinishRate: 0.9, minOrderCount: 20, minRemaining: null };
const ad = await startAd(peerdesk.client, {
  account,
  adNumber,
  mode: 'sim',
  rules: {
    strategy: { kind: 'undercut', ticks: 1 },
    filter: { ...worthy, maxDeviationRatio: '0.05', ignoreNicknames: [] },
    limits: { floor: '9.50', ceiling: '10.50' },
    minimumChangeTicks: 1,
    minimumHoldMs: 0,
  },
});

const { override } = await ad.overridePrice('10.20', 60_000); // update: answers, or rejects with the reason
await peerdesk.client.workflow.getHandle(ad.workflowId).signal(pauseSignal, { by: 'ana' }); // signal: sent, not answered
const { state, why } = await ad.state(); // query
const order = await orderControl(peerdesk.client, account, orderNumber).approve({
  by: 'ana',
  note: 'the money is there',
});

process.stdout.write(`${JSON.stringify({ override: override?.price, state: state.kind, why, order: order.status })}\n`);
await peerdesk.close();
