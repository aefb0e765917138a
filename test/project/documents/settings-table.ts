import { z } from 'zod';
import { defaultExchangeSettings, exchangeSettingsSchema } from '../../../src/domain/exchange-settings.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { writtenSettingsSchema } from '../../../src/domain/written-settings.ts';
import { interfaceVariables, settingVariable } from '../../../src/config/environment/settings-environment.ts';
import { readProjectFile } from '../project-files.ts';
import { formatted, rewriteBlock, tableText } from './markdown.ts';

export const settingsFile = 'docs/reference/settings.md';
export const clientFile = 'docs/exchange.md';

const introduction = `# Settings

Every setting, with its variable, its default, the least value that is taken, and its unit. This page is generated (\`npm run docs\`) from
\`src/domain/settings.ts\`, \`written-settings.ts\` and \`exchange-settings.ts\`, and a test compares it with the code.

A worker reads the variables when it starts. A name that no setting has and a value that cannot be read are refused; an
empty variable counts as absent. An ad and a desk keep the settings of the moment when they were started; the request
budget, timeouts and windows are the worker's own. Three settings have a second variable, which the
[interface](interface.md#74-what-each-category-leads-to) names; one that ends in \`_SEC\` takes seconds. The first
variable wins over it.`;

const units: readonly (readonly [RegExp, string])[] = [
  [/Ms$/, 'ms'],
  [/Bytes$/, 'bytes'],
  [/PerSecond$/, 'requests/s'],
  [/(Ratio|Factor)$/, 'share'],
  [/Ticks$/, 'ticks'],
];

/** The unit of a setting, by the end of its name. */
export function unitOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return 'true or false';
  return units.find(([end]) => end.test(name))?.[1] ?? 'count';
}

/** One row a setting: name, variables, default, least value, unit, what it does. */
export function settingRows(): string[][] {
  return Object.entries(writtenSettingsSchema.shape).map(([name, schema]) => {
    const value = Object.entries(defaultSettings).find(([key]) => key === name)?.[1];
    const variables = [settingVariable(name), ...interfaceVariables(name)].map((variable) => `\`${variable}\``);
    return [
      `\`${name}\``,
      variables.join(', '),
      String(value),
      leastOf(schema),
      unitOf(name, value),
      schema.description ?? '',
    ];
  });
}

/** Nothing where it goes without saying: 0 of a wait, 1 of a count. */
function leastOf(schema: z.ZodDefault): string {
  const inner = schema.unwrap();
  const least = inner instanceof z.ZodNumber ? inner.minValue : null;
  return least === null || least === 0 || least === 1 ? '' : String(least);
}

/** docs/reference/settings.md as it has to be. */
export async function settingsPage(): Promise<string> {
  const headings = ['setting', 'variable', 'default', 'least', 'unit', 'what it does'];
  const page = `${introduction}\n\n${tableText(headings, settingRows())}\n`;
  return formatted(settingsFile, page);
}

/** One row a setting of the exchange client: name, default, unit, what it does. */
export function clientSettingRows(): string[][] {
  return Object.entries(exchangeSettingsSchema.shape).map(([name, schema]) => {
    const value = Object.entries(defaultExchangeSettings).find(([key]) => key === name)?.[1];
    return [`\`${name}\``, String(value), unitOf(name, value), schema.description ?? ''];
  });
}

/** Returns docs/exchange.md with the current table of settings. */
export async function clientPage(): Promise<string> {
  const page = readProjectFile(clientFile);
  const table = tableText(['setting', 'default', 'unit', 'what it does'], clientSettingRows());
  const written = rewriteBlock(page, 'settings', table);
  return formatted(clientFile, written);
}
