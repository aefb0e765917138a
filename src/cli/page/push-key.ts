import { createECDH } from 'node:crypto';
import { besideFile } from '../config/file-context.ts';
import { writeNewKey } from '../kit/key-file.ts';
import { print, type CommandContext } from '../kit/command-context.ts';

/** From the folder of the configuration file. */
const keyName = 'keys/push';

/** `peerdesk door push-key`: the key by which devices are notified; prints the lines of the file that name it. */
export function makePushKey(
  context: CommandContext,
  { config, json }: { config: string | undefined; json: boolean },
): void {
  const file = besideFile(config, context, keyName);
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys().toString('base64url');
  // Node leaves leading zeros out.
  const privateKey = Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  writeNewKey(file, `${privateKey}\n`);
  print(context, {
    json,
    data: { file, publicKey },
    text: () =>
      [
        `private key in ${file}: who has it, and the list of devices, can notify them`,
        'for peerdesk.toml, of each account whose messages go to devices, with an address of yours:',
        '',
        '[account.main.notify]',
        `push_key_file = "${keyName}"`,
        'push_subject = "mailto:ana@example.net"',
      ].join('\n'),
  });
}
