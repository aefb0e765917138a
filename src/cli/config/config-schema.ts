import { fileJsonSchema } from '../../config/file/file-schema.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { readOptions } from '../kit/option-values.ts';
import { configSchemaOptions } from '../options/config-options.ts';

/** `peerdesk config schema`: the JSON Schema of peerdesk.toml, for editors. */
export const configSchema: CommandRun = (call, context) => {
  readOptions(configSchemaOptions, call);
  print(context, { json: true, data: fileJsonSchema(), text: () => '' });
  return Promise.resolve(undefined);
};
