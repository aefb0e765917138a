import type { CommandSpec } from '../kit/command-spec.ts';
import { callOperationOptions } from '../options/call-options.ts';

export const callCommand: CommandSpec = {
  usage: 'call [operation]',
  summary: 'make one call to the service, with the auth, retries and fallbacks of its operation',
  options: callOperationOptions,
  examples: [
    'peerdesk call ads/getDetailByNo --param adsNo=11485604983042220032',
    'peerdesk call search --body \'{"asset":"USDT","fiat":"BOB","tradeType":"BUY","page":1,"rows":10}\'',
    'peerdesk call releaseCoin --help',
    'peerdesk call releaseCoin --yes --body -',
  ],
  notes: `OPERATION is the name of a method, with or without its group (orders.releaseCoin), or its path after /sapi/v1/c2c/.
Other users of the machine see a command line, and the shell keeps it: one-time codes belong into --body @file or -.
The answer is JSON on stdout; a failure is one line on stderr with code and category, with --json a JSON object.
Needs PEERDESK_BASE_URL, and PEERDESK_API_KEY and PEERDESK_API_SECRET as far as the operation sends or signs with them,
or a running demo.
Exit codes: 0 ok; 2 unknown operation or number; 3 the service cannot be reached, or not securely; 4 key, signature,
clock, setting or parameter is wrong; 5 no answer in time: look before you repeat a write; 6 the service's rules refuse it,
an IP ban holds, or --yes is missing; 130 interrupted: the line says whether it may have taken effect; 1 anything else (a ban,
a rate limit, an error of the service).`,
  ownHelp: true,
  load: async () => (await import('../call/call-operation.ts')).callOperation,
};
