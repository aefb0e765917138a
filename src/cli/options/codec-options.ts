import { z } from 'zod';
import { durationValue, flagValue, hostNameValue, option, portValue, textValue } from '../kit/option-values.ts';
import { configOption, jsonOption } from './common-options.ts';

export const codecNewKeyOptions = [
  option({
    flags: '--file <file>',
    text: 'the file of keys (default: PEERDESK_CODEC_KEYS_FILE)',
    value: textValue.optional(),
  }),
  option({
    flags: '--first',
    text: 'the new key seals at once; without it a key that is added only opens',
    value: flagValue,
  }),
  configOption,
  jsonOption,
] as const;

const originValue = z.string().refine((text) => URL.parse(text)?.origin === text, {
  message: 'must be an origin such as https://temporal.example.net, without a path',
});

export const codecServeOptions = [
  option({
    flags: '--host <host>',
    text: 'address to listen on (default: 127.0.0.1)',
    value: textValue.default('127.0.0.1'),
  }),
  option({ flags: '--port <n>', text: 'port, 0 for any (default: 8401)', value: portValue.default(8401) }),
  option({
    flags: '--origin <origin>',
    text: "the Web UI's origin; may be repeated (default: http://127.0.0.1:8233, http://localhost:8233)",
    repeats: true,
    value: z.array(originValue).default(['http://127.0.0.1:8233', 'http://localhost:8233']),
  }),
  option({
    flags: '--name <host>',
    text: 'another name of this server, behind a reverse proxy',
    repeats: true,
    value: z.array(hostNameValue).default([]),
  }),
  option({
    flags: '--token-file <file>',
    text: 'the token that it asks for; made if absent (default: PEERDESK_CODEC_TOKEN_FILE)',
    value: textValue.optional(),
  }),
  configOption,
  jsonOption,
] as const;

export const codecCheckOptions = [
  option({
    flags: '--timeout <duration>',
    text: 'how long it may take (default: 10m)',
    value: durationValue.default(600_000),
  }),
  configOption,
  jsonOption,
] as const;
