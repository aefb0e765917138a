import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { createPayloadCodec, type CodecConfig } from './payload-codec.ts';

/** TypeScript in a checkout, JavaScript in an installed package. */
const extension = extname(import.meta.url);
const kitModule = (name: string): string =>
  fileURLToPath(new URL(`../workflows/kit/${name}${extension}`, import.meta.url));

/** Returns how a client converts: a payload that it cannot read is an error of its call. */
export function clientConverter(config: CodecConfig, namespace: string): DataConverter {
  return { ...failuresOf(config), payloadCodecs: [createPayloadCodec({ ...config, namespace, unreadable: 'throw' })] };
}

/**
 * Returns how a worker converts: a payload that it cannot read is handed on as unreadable, so that it is refused as a
 * malformed message is, and holds nothing up.
 */
export function workerConverter(config: CodecConfig, namespace: string): DataConverter {
  return {
    ...failuresOf(config),
    payloadConverterPath: kitModule('payload-converter'),
    payloadCodecs: [createPayloadCodec({ ...config, namespace, unreadable: 'mark' })],
  };
}

/** Without keys the messages of failures stay where the Web UI shows them. */
function failuresOf({ keys }: CodecConfig): Pick<DataConverter, 'failureConverterPath'> {
  return keys === null ? {} : { failureConverterPath: kitModule('failure-converter') };
}
