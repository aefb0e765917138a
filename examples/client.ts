import { CommandRefusedError, adCommands, connectTemporal, orderControl, startAd } from 'peerdesk/client';

const [account, adNumber, orderNumber] = process.argv.slice(2);
if (account === undefined || adNumber === undefined || orderNumber === undefined)
  throw new Error('give an account, the number of an ad and the number of an order');
const peerdesk = await connectTemporal(); // TEMPORAL_* variables, else temporal.toml, else localhost:7233

// Start: keep an ad between a floor and a ceiling. A second start joins the first (`started: false`), which keeps its rules.
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
const override = await ad.overridePrice('10.20', 60_000).then((view) => view.override?.price, refusal); // update
await peerdesk.client.workflow.getHandle(ad.workflowId).signal(adCommands.pause.signal, { by: 'ana' }); // not answered
const { state, why } = await ad.state(); // query

const approved = orderControl(peerdesk.client, account, orderNumber).approve({ by: 'ana', note: 'the money is there' });
const order = await approved.then(({ status }) => status, refusal);
process.stdout.write(`${JSON.stringify({ started: ad.started, override, state: state.kind, why, order })}\n`);
await peerdesk.close();

function refusal(error: unknown): string {
  if (error instanceof CommandRefusedError) return `refused: ${error.message}`;
  throw error;
}
