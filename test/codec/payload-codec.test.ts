import {
  defaultPayloadConverter,
  type Payload,
  type PayloadCodec,
  type SerializationContext,
} from '@temporalio/common';
import { loadDataConverter } from '@temporalio/common/lib/internal-non-workflow/index.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newKeyLine, parseKeyRing } from '../../src/codec/key-ring.ts';
import { createPayloadCodec, plainCodec, type CodecConfig } from '../../src/codec/payload-codec.ts';
import { sealedWith } from '../../src/codec/sealed-payload.ts';
import { workerConverter } from '../../src/codec/data-converter.ts';
import { unreadableReason } from '../../src/workflows/contract/unreadable.ts';

const lines = [newKeyLine(0), newKeyLine(0), newKeyLine(0)] as const;
const strict = (...keys: readonly string[]): CodecConfig => ({
  keys: parseKeyRing(keys.join('\n'), 'keys'),
  plain: 'refused',
});
const place = { namespace: 'default', unreadable: 'throw' } as const;
const desk = strict(lines[0]);
const order: SerializationContext = { type: 'workflow', namespace: 'default', workflowId: 'order:main:1' };
const activity: SerializationContext = { ...order, type: 'activity', activityId: '7', isLocal: false };
const secret = { payerName: 'Rosalind Quillfeather', proofId: 'REF-4711' };

const codecOf = (config: CodecConfig): PayloadCodec => createPayloadCodec({ ...config, ...place });
const plain = (value: unknown): Payload => defaultPayloadConverter.toPayload(value);

async function sealedBy(config: CodecConfig, context?: SerializationContext): Promise<Payload> {
  const [payload] = await codecOf(config).encode([plain(secret)], context);
  if (payload === undefined) throw new Error('nothing was sealed');
  return payload;
}

async function openedBy(config: CodecConfig, payload: Payload, context?: SerializationContext): Promise<unknown> {
  const [opened] = await codecOf(config).decode([payload], context);
  return defaultPayloadConverter.fromPayload(opened ?? payload);
}

describe('S2: sealed payloads', () => {
  it('whatever the bytes and the metadata, what was sealed is what is opened', async () => {
    const codec = codecOf(desk);
    const bytes = fc.uint8Array({ maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), bytes), bytes, async (metadata, data) => {
        const [opened] = await codec.decode(await codec.encode([{ metadata, data }], order), order);
        const read = Object.entries(opened?.metadata ?? {}).map(([name, value]) => [name, [...value]]);
        expect(read).toEqual(Object.entries(metadata).map(([name, value]) => [name, [...value]]));
        expect([...(opened?.data ?? [])]).toEqual([...data]);
      }),
    );
  });

  it('a payload without a value is sealed, also where its empty data is a list: protobuf makes one in the sandbox', async () => {
    const codec = codecOf(desk);
    const empty = { metadata: { encoding: Buffer.from('binary/null') }, data: [] as unknown as Uint8Array };
    const [opened] = await codec.decode(await codec.encode([empty], order), order);
    expect(Buffer.from(opened?.data ?? [])).toHaveLength(0);
    expect(defaultPayloadConverter.fromPayload(opened ?? empty)).toBeUndefined();
  });

  it('nothing of the value stands in clear, and the same value is sealed differently each time', async () => {
    const [one, two] = [await sealedBy(desk, order), await sealedBy(desk, order)];
    const text = Buffer.concat([...Object.values(one.metadata ?? {}), one.data ?? new Uint8Array()]).toString('latin1');
    expect(text).not.toMatch(/Rosalind|REF-4711|json/);
    expect(Buffer.from(one.data ?? [])).not.toEqual(Buffer.from(two.data ?? []));
  });

  it('an activity opens what its workflow has sealed', async () => {
    expect(await openedBy(desk, await sealedBy(desk, order), activity)).toEqual(secret);
  });

  it('a key that was the first still opens; the new one seals', async () => {
    const rotated = strict(lines[1], lines[0]);
    const former = await sealedBy(desk, order);
    expect(await openedBy(rotated, former, order)).toEqual(secret);
    expect(sealedWith(former)).toBe(lines[0].split(':')[0]);
    expect(sealedWith(await sealedBy(rotated, order))).toBe(lines[1].split(':')[0]);
  });

  it('without a workflow, as in a codec server, the one that it was sealed for counts', async () => {
    expect(await openedBy(desk, await sealedBy(desk, order))).toEqual(secret);
  });

  it('without keys payloads are written as they are', async () => {
    expect(await codecOf(plainCodec).encode([plain(secret)], order)).toEqual([plain(secret)]);
    expect(await openedBy(plainCodec, plain(secret), order)).toEqual(secret);
  });
});

/** Changes one bit of a part of a payload. */
function flipped(payload: Payload, at: number): Payload {
  const data = Uint8Array.from(payload.data ?? []);
  const place = at < 0 ? data.length + at : at;
  data[place] = (data[place] ?? 0) ^ 1;
  return { ...payload, data };
}

const metadataOf =
  (part: Record<string, string>) =>
  (payload: Payload): Payload => ({
    ...payload,
    metadata: {
      ...payload.metadata,
      ...Object.fromEntries(Object.entries(part).map(([name, text]) => [name, Buffer.from(text)])),
    },
  });

const other: SerializationContext = { ...order, workflowId: 'order:main:2' };
const same = (payload: Payload): Payload => payload;

interface Tampering {
  tamper?: (payload: Payload) => Payload;
  /** Where it arrives. */
  context?: SerializationContext;
  message: RegExp;
}

const broken = /seal is broken/;
const cutOff = ({ metadata, data }: Payload): Payload => ({
  metadata: metadata ?? null,
  data: data?.subarray(0, 20) ?? null,
});
const emptied = ({ metadata }: Payload): Payload => ({ metadata: metadata ?? null });

const tampering: [string, Tampering][] = [
  ['a bit of the nonce', { tamper: (payload) => flipped(payload, 0), message: broken }],
  ['a bit of the tag', { tamper: (payload) => flipped(payload, 12), message: broken }],
  ['a bit of the contents', { tamper: (payload) => flipped(payload, -1), message: broken }],
  ['contents that were cut off', { tamper: cutOff, message: broken }],
  ['no contents', { tamper: emptied, message: broken }],
  ['the same in another workflow', { context: other, message: broken }],
  [
    'the same in another workflow that it names',
    { tamper: metadataOf({ workflow: 'order:main:2' }), context: other, message: broken },
  ],
  [
    'a key that no one has',
    { tamper: metadataOf({ key: 'k9' }), message: /sealed with the key k9, which is not among the keys here/ },
  ],
  ['another key of the desk', { tamper: metadataOf({ key: lines[2].split(':')[0] ?? '' }), message: broken }],
];

describe('S2: what was tampered with is refused', () => {
  const ring = strict(lines[0], lines[2]);

  it.each(tampering)('%s', async (_, { tamper = same, context = order, message }) => {
    const payload = tamper(await sealedBy(ring, order));
    await expect(openedBy(ring, payload, context)).rejects.toThrow(message);
    await expect(openedBy(ring, payload, context)).rejects.toThrow(/not obeyed/);
  });

  it('the same in another namespace', async () => {
    const codec = createPayloadCodec({ ...ring, ...place, namespace: 'test' });
    await expect(codec.decode([await sealedBy(ring, order)], order)).rejects.toThrow(/seal is broken/);
  });

  it('a payload that was sealed outside of a workflow does not open in one', async () => {
    const payload = await sealedBy(ring);
    expect(await openedBy(ring, payload)).toEqual(secret);
    await expect(openedBy(ring, payload, order)).rejects.toThrow(/seal is broken/);
  });

  it('a payload in clear, unless the desk changes over', async () => {
    await expect(openedBy(desk, plain(secret), order)).rejects.toThrow(
      /is not sealed, and only sealed ones are obeyed here/,
    );
    expect(await openedBy({ ...desk, plain: 'read' }, plain(secret), order)).toEqual(secret);
  });

  it('a sealed payload without keys is refused with the remedy', async () => {
    await expect(openedBy(plainCodec, await sealedBy(desk, order), order)).rejects.toThrow(
      /set PEERDESK_CODEC_KEYS_FILE/,
    );
  });

  it('a worker hands it on as unreadable, with the reason, and never fails', async () => {
    const { payloadConverter, payloadCodecs } = loadDataConverter(workerConverter(desk, 'default'));
    const payloads = [plain(secret), await sealedBy(desk, order)];
    const [forged, genuine] = (await payloadCodecs[0]?.decode(payloads, order)) ?? [];
    expect(unreadableReason(payloadConverter.fromPayload(forged ?? {}))).toMatch(/is not sealed/);
    expect(payloadConverter.fromPayload(genuine ?? {})).toEqual(secret);
  });
});
