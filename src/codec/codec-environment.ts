import { CodecKeyError, readKeyRing } from './key-ring.ts';
import { plainCodec, type CodecConfig } from './payload-codec.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads PEERDESK_CODEC_KEYS_FILE and PEERDESK_CODEC: `strict` obeys only what is sealed, `migrate` reads what is not as
 * well, while a desk changes over. Without a file of keys nothing is sealed. Throws CodecKeyError.
 */
export function readCodec(env: Environment): CodecConfig {
  const file = env['PEERDESK_CODEC_KEYS_FILE'] ?? '';
  const wanted = (env['PEERDESK_CODEC'] ?? '').trim();
  if (wanted !== '' && wanted !== 'strict' && wanted !== 'migrate') {
    throw new CodecKeyError('PEERDESK_CODEC is strict or migrate');
  }
  if (file !== '') return { keys: readKeyRing(file), plain: wanted === 'migrate' ? 'read' : 'refused' };
  // Who sets it believes that payloads are sealed.
  if (wanted !== '')
    throw new CodecKeyError('PEERDESK_CODEC is set and counts only with PEERDESK_CODEC_KEYS_FILE: set both or none');
  return plainCodec;
}
