import { z } from 'zod';
import { defaultExchangeSettings, exchangeSettingsSchema } from '../../../../src/domain/exchange-settings.ts';
import { defaultSettings } from '../../../../src/domain/settings.ts';
import { writtenSettingsSchema } from '../../../../src/domain/written-settings.ts';
import { interfaceVariables, settingVariable } from '../../../../src/config/environment/settings-environment.ts';
import { variableTable } from '../../../../src/config/environment/variable-table.ts';
import { accountRows, egressRows, registerRows, temporalRows } from '../../../../src/config/file/variable-rows.ts';
import { projectFiles, readProjectFile } from '../../project-files.ts';
import { formatted, rewriteBlock, tableText } from '../markdown.ts';

export const settingsFile = 'docs/reference/settings.md';
export const clientFile = 'docs/exchange.md';

const introduction = `# Variables and settings

Every variable and every setting that a process reads, in one place: what it may be, what holds without it, the key of the
[configuration file](../configuration.md) that says the same, and a file of \`src/\` that reads it. This page is generated (\`npm run docs\`) from
\`src/config/environment/variable-table.ts\`, \`src/domain/settings.ts\`, \`written-settings.ts\` and \`exchange-settings.ts\`; a test compares it with the
code. Other pages link here.

## Variables

A variable stands over the file, and an empty one counts as absent. A name that is near to one of these and that nothing reads is reported.
“or \`…_FILE\`” names a file that holds the value.`;

const temporalsOwn = `Temporal's own variables choose the server: \`TEMPORAL_ADDRESS\`, \`TEMPORAL_NAMESPACE\`, \`TEMPORAL_API_KEY\`, \`TEMPORAL_TLS_…\`, or a profile by
\`TEMPORAL_CONFIG_FILE\` and \`TEMPORAL_PROFILE\`. \`TEMPORAL_CLI_PATH\` names a \`temporal\` program, \`TEMPORAL_TEST_SERVER_PATH\` the time-skipping server
of the tests.

## Settings

A worker reads the variables when it starts: \`PEERDESK_SETTING_MARKET_INTERVAL_MS\` sets \`marketIntervalMs\`, in the file \`market_interval_ms\` below
\`[settings]\`. A name that no setting has and a value that cannot be read are refused. An ad and a desk keep the settings of the moment when they
were started; the request budget, timeouts and windows are the worker's own. Three settings have a second variable, which the
[interface](interface.md#74-what-each-category-leads-to) names; one that ends in \`_SEC\` takes seconds. The first variable wins over it.`;

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

/** One row a setting: name, variables, default, least value, unit, what it does, where it is read. */
export function settingRows(): string[][] {
  return Object.entries(writtenSettingsSchema.shape).map(([name, schema]) => {
    const value = Object.entries(defaultSettings).find(([key]) => key === name)?.[1];
    const variables = [settingVariable(name), ...interfaceVariables(settingVariable(name))].map(
      (variable) => `\`${variable}\``,
    );
    return [
      `\`${name}\``,
      variables.join(', '),
      String(value),
      leastOf(schema),
      unitOf(name, value),
      schema.description ?? '',
      readIn(new RegExp(`\\b${name}\\b`), readersOfSettings),
    ];
  });
}

/** Nothing where it goes without saying: 0 of a wait, 1 of a count. */
function leastOf(schema: z.ZodDefault): string {
  const inner = schema.unwrap();
  const least = inner instanceof z.ZodNumber ? inner.minValue : null;
  return least === null || least === 0 || least === 1 ? '' : String(least);
}

/** One row a variable: name, value, what holds without it, key of the file, what it does, where it is read. */
export function variableRows(): string[][] {
  return variableTable.map(({ name, value, without, text, orFile = false }) => [
    `\`${name}\`${orFile ? ' or `…_FILE`' : ''}`,
    value,
    without,
    keyOf(name),
    text,
    readIn(new RegExp(`\\b${name}(?:_FILE)?\\b`), readersOfVariables),
  ]);
}

const places = [
  ['account.NAME', accountRows],
  ['temporal', temporalRows],
  ['register', registerRows],
  ['egress.NAME', egressRows],
] as const;

/** The worker's consent is another word of the file than the variable's. */
const otherKeys: Readonly<Record<string, string>> = {
  PEERDESK_ALLOW_LIVE: '`account.NAME.mode = "live"`',
  PEERDESK_SHADOW_ADS: '`ads.NAME.mode = "shadow"`',
};

function keyOf(variable: string): string {
  const found = places.flatMap(([section, rows]) =>
    rows.filter(([, name]) => name === variable).map(([key]) => `\`${section}.${key}\``),
  );
  return found[0] ?? otherKeys[variable] ?? '';
}

const tables =
  /\/(variable-table|notice-variable-table|variable-rows|settings|written-settings|exchange-settings|looser-settings)\.ts$/;
const sources = projectFiles()
  .filter((file) => /^(src|bin)\//.test(file) && !tables.test(file))
  .map((file) => ({ file: file.replace(/^src\//, ''), text: readProjectFile(file) }));
/** Of several files the one that reads it rather than one that hands it on or explains it. */
const readersOfVariables = [
  /^config\//,
  /^(codec|server|register)\//,
  /^(client|workers)\//,
  /^cli\/(?!commands)/,
  /./,
];
const readersOfSettings = [/^(domain|activities|exchange)\//, /^(workflows|workers)\//, /./];

function readIn(form: RegExp, readers: readonly RegExp[]): string {
  const files = sources.filter(({ text }) => form.test(text)).map(({ file }) => file);
  const [first] = readers.flatMap((place) => files.filter((file) => place.test(file)));
  return first === undefined ? '' : `\`${first}\``;
}

/** docs/reference/settings.md as it has to be. */
export async function settingsPage(): Promise<string> {
  const ofVariables = ['variable', 'value', 'without it', 'key of the file', 'what it does', 'read in'];
  const ofSettings = ['setting', 'variable', 'default', 'least', 'unit', 'what it does', 'read in'];
  const parts = [
    introduction,
    tableText(ofVariables, variableRows()),
    temporalsOwn,
    tableText(ofSettings, settingRows()),
  ];
  return formatted(settingsFile, `${parts.join('\n\n')}\n`);
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
