import type { CommandSpec } from '../kit/command-spec.ts';
import { accountOption, configOption, jsonOption } from './common-options.ts';

export const callCommand: CommandSpec = {
  usage: 'call [operation]',
  summary: 'make one call to the service, with the auth, retries and fallbacks of its operation',
  options: [
    { flags: '--param <name=value>', text: 'one parameter; a repeated name becomes a list', repeats: true },
    { flags: '--body <json>', text: 'parameters as a JSON object: inline, @file, or - for standard input' },
    { flags: '--allow-unknown', text: 'also send unknown parameters' },
    { flags: '--list', text: 'list all operations' },
    { flags: '--yes', text: 'confirm a money step, or closing ads or the business' },
    {
      flags: '--timeout <duration>',
      text: 'time limit of the whole call, and of each request in it (default: 30s, and 5s)',
    },
    accountOption,
    configOption,
    jsonOption,
  ],
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
clock, setting or parameter is wrong; 5 timeout; 6 the service's rules refuse it, an IP ban holds, or --yes is missing; 130 interrupted:
the line says whether it may have taken effect; 1 anything else (a ban, a rate limit, an error of the service).`,
  ownHelp: true,
  load: async () => (await import('../call/call-operation.ts')).callOperation,
};
