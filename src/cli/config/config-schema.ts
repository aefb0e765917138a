import { z } from 'zod';
import { fileJsonSchema } from '../../config/file/file-schema.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { flagValue, readOptions } from '../kit/option-values.ts';

const schema = z.object({ json: flagValue });

/** `peerdesk config schema`: the JSON Schema of peerdesk.toml, for editors. */
export const configSchema: CommandRun = (call, context) => {
  readOptions(schema, call);
  print(context, { json: true, data: fileJsonSchema(), text: () => '' });
  return Promise.resolve(undefined);
};
