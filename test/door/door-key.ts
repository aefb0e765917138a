import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicKeyText } from '../../src/config/environment/approver-keys.ts';
import { signedSighting } from '../../src/door/sign-sighting.ts';
import type { KeptSighting } from '../../src/domain/payments/payment.ts';
import type { Sighting } from '../../src/domain/payments/sighting.ts';

/** A door with a key of its own: what it signs, and what a worker is told of it. */
export function doorOf(sources: readonly string[] = ['bank']) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey,
    /** Writes the private key into a folder; returns the section of the file that names it. */
    write: (folder: string): string => {
      writeFileSync(join(folder, 'door'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
      return `[door]\nkey_file = "door"\npublic_key = "${publicKeyText(publicKey)}"\n`;
    },
    publicKey: publicKeyText(publicKey),
    evidenceKeys: new Map(sources.map((source) => [source, publicKeyText(publicKey)])),
    sign: (sighting: Sighting): KeptSighting => signedSighting(sighting, privateKey),
  };
}
