/** `npm run bench:codec`: how many payloads of 1 KB the codec seals and opens in a second, on one core. */
import { createPayloadCodec } from '../src/codec/payload-codec.ts';
import { newKeyLine, parseKeyRing } from '../src/codec/key-ring.ts';
import { spreadOf } from './statistics.ts';

const rounds = 9;
const batch = 2_000;
const bytes = 1_024;

const keys = parseKeyRing(newKeyLine(0), 'keys');
const codec = createPayloadCodec({ keys, plain: 'refused', namespace: 'default', unreadable: 'throw' });
const context = { type: 'workflow', namespace: 'default', workflowId: 'order:main:22000000000000000001' } as const;
const payload = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.alloc(bytes, 'x') };

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  for (let call = 0; call < batch; call += 1) await work();
  return (batch * 1_000) / (performance.now() - startMs);
}

const sealed = await codec.encode([payload], context);
const figures = { seal: [] as number[], open: [] as number[] };
for (let round = 0; round <= rounds; round += 1) {
  const seal = await perSecond(() => codec.encode([payload], context));
  const open = await perSecond(() => codec.decode(sealed, context));
  // The first round warms up.
  if (round === 0) continue;
  figures.seal.push(seal);
  figures.open.push(open);
}
for (const [name, values] of Object.entries(figures)) {
  const { median, least, most } = spreadOf(values, 0);
  console.log(`${name}: ${median} payloads of ${bytes} bytes a second (${least} to ${most})`);
}
