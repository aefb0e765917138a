import { effectiveValues, type EffectiveValue } from '../../config/file/effective-values.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { loadedFile, variablesAlone } from './file-context.ts';
import { textTable } from '../text/text-table.ts';
import { readOptions } from '../kit/option-values.ts';
import { configShowOptions } from '../options/config-options.ts';

/** `peerdesk config show`: each value that counts, and where it comes from. */
export const configShow: CommandRun = (call, context) => {
  const { config, origin, json } = readOptions(configShowOptions, call);
  const loaded = loadedFile(config, context) ?? variablesAlone(context.env);
  const values = effectiveValues({ loaded, env: context.env });
  print(context, {
    json,
    data: { file: loaded.path, values },
    text: () => (origin ? withOrigins(values) : plain(values)),
  });
  return Promise.resolve(undefined);
};

const written = ({ value }: EffectiveValue): string => JSON.stringify(value);

const plain = (values: readonly EffectiveValue[]): string =>
  values
    .filter(({ origin }) => origin !== 'default')
    .map((entry) => `${entry.key} = ${written(entry)}`)
    .join('\n');

function withOrigins(values: readonly EffectiveValue[]): string {
  return textTable(
    [
      { title: 'key', cell: ({ key }) => key },
      { title: 'value', cell: written },
      { title: 'from', cell: ({ origin }) => origin },
    ],
    values,
  );
}
