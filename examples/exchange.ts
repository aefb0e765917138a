import {
  createExchangeClient,
  ExchangeError,
  openChatSocket,
  toAdFacts,
  toMarketOffer,
  toMarketSearch,
  toPriceUpdate,
  toStatusUpdate,
} from 'peerdesk/exchange';

const { PEERDESK_BASE_URL, PEERDESK_API_KEY, PEERDESK_API_SECRET } = process.env;
if (!PEERDESK_BASE_URL || !PEERDESK_API_KEY || !PEERDESK_API_SECRET) {
  throw new Error('set PEERDESK_BASE_URL, PEERDESK_API_KEY and PEERDESK_API_SECRET');
}

const client = createExchangeClient({
  baseUrl: PEERDESK_BASE_URL,
  credentials: { apiKey: PEERDESK_API_KEY, apiSecret: PEERDESK_API_SECRET },
});

// The account's first ad that sells, as the rules of a desk see it: decimals are text, ids are text.
const own = await client.ads.listWithPagination({ page: 1, rows: 20 });
const ad = own.items.map(toAdFacts).find(({ side }) => side === 'SELL');
if (ad === undefined) throw new Error('this account has no ad that sells');
console.log(`own ad ${ad.adNumber}: ${ad.side} ${ad.asset} at ${ad.price} ${ad.fiat}, ${ad.status}`);

// Its competitors, best first.
const market = await client.ads.search(toMarketSearch({ side: ad.side, asset: ad.asset, fiat: ad.fiat }));
const [best] = market.items.map(toMarketOffer).filter(({ adNumber }) => adNumber !== ad.adNumber);
console.log(`best of ${market.items.length} offers: ${best?.price ?? 'none'} by ${best?.nickname ?? 'nobody'}`);

// A write. The same price again changes nothing, so this is safe to run.
await client.ads.updateStatus(toStatusUpdate({ adNumbers: [ad.adNumber], status: 'online' }));
await client.ads.update(toPriceUpdate({ adNumber: ad.adNumber, price: ad.price }));
console.log(`price confirmed: ${ad.price}`);

// Every refusal is an ExchangeError: what happened, whether it was sent, what to do.
try {
  await client.orders.getUserOrderDetail('1');
} catch (error) {
  if (!(error instanceof ExchangeError)) throw error;
  console.log(`refused: ${error.endpoint} ${error.category}, sent: ${error.sent}. ${error.advice}`);
}

// Orders announce themselves over the chat; this waits half a minute for one. An event says that reading the order is
// worth while; it proves nothing.
const chat = openChatSocket(client, { signal: AbortSignal.timeout(30_000) });
for await (const { orderNumber, event } of chat) {
  console.log(`order ${orderNumber}: ${event}`);
  break;
}
await chat.close();
await client.close();
console.log('done');
