import { z } from 'zod';
import { termsPartSchema } from '../../domain/ads/published-terms.ts';
import { modes } from '../../domain/mode.ts';
import { pricingRulesSchema } from '../../domain/pricing/pricing-rules.ts';
import { writtenSettingsSchema } from '../../domain/written-settings.ts';
import { accountSection } from './account-section.ts';
import { domainJsonSchema, domainSection, pushIssues } from './domain-section.ts';
import { greetingSections } from './greetings/greeting-section.ts';
import { alias, fileName, key, price, variableName } from './leaf-schemas.ts';
import { isTable, type TomlTable } from './key-names.ts';
import { doorSection, paymentSections } from './payment-section.ts';

const addressText = 'must be host:port, with a port of 1 to 65535';

function hasPort(text: string): boolean {
  const port = Number(text.split(':').at(-1));
  return port >= 1 && port <= 65_535;
}

const temporalSection = z.strictObject({
  address: key(
    z
      .string()
      .regex(/^[^\s/:]+:\d{1,5}$|^\[[\da-f:]+\]:\d{1,5}$/i, addressText)
      .refine(hasPort, addressText),
    'the Temporal server',
    {
      example: 'localhost:7233',
      without: 'TEMPORAL_ADDRESS, else temporal.toml',
    },
  ).optional(),
  namespace: key(z.string().min(1), 'its namespace', { example: 'default', without: 'default' }).optional(),
  profile: key(z.string().min(1), 'profile of temporal.toml', { example: 'prod', without: 'default' }).optional(),
  tls: key(z.boolean(), 'whether the connection is encrypted', { example: true }).optional(),
  tls_server_name: key(z.string().min(1), 'name in the certificate of the server', {
    example: 'temporal.internal',
  }).optional(),
  tls_ca_file: key(fileName, 'authority that signed the certificate of the server', {
    example: 'tls/ca.pem',
  }).optional(),
  tls_cert_file: key(fileName, 'certificate of this client', { example: 'tls/client.pem' }).optional(),
  tls_key_file: key(fileName, 'key of that certificate', { example: 'tls/client.key' }).optional(),
  api_key_file: key(fileName, 'file with the API key of a cloud', { example: 'keys/temporal' }).optional(),
  api_key_env: key(variableName, 'variable with that API key', { example: 'CLOUD_KEY' }).optional(),
  allow_dev_server: key(z.boolean(), 'let a development server control live writes', {
    example: true,
    without: 'false',
  }).optional(),
  codec_keys_file: key(fileName, 'file with the keys that seal payloads, of `peerdesk codec new-key`', {
    example: 'keys/codec',
    without: 'payloads are not sealed',
  }).optional(),
  codec: key(z.enum(['strict', 'migrate']), 'strict obeys only what is sealed, migrate reads what is not as well', {
    example: 'migrate',
    without: 'strict',
  }).optional(),
  allow_plain_payloads: key(z.boolean(), 'let live writes be controlled by payloads that are not sealed', {
    example: true,
    without: 'false',
  }).optional(),
  allow_plain: key(z.boolean(), 'let live writes be controlled over an unencrypted network that is yours alone', {
    example: true,
    without: 'false',
  }).optional(),
});

const registerSection = z.strictObject({
  url_file: key(fileName, 'file with the address of a PostgreSQL database, which may hold its password', {
    example: 'keys/register',
    without: 'a file in the state folder',
  }).optional(),
});

const egressSection = z.strictObject({
  ip_weight_per_minute: key(z.int().min(1, 'must be 1 or more'), 'request weight that the service allows the address', {
    example: 1200,
    without: 'as the service says',
  }).optional(),
  processes: key(
    z.int().min(1, 'must be 1 or more'),
    'processes that share the address: each takes its part of the weight',
    {
      example: 2,
      without: '1',
    },
  ).optional(),
  proxy: key(z.literal('none'), 'calls leave directly, whatever HTTPS_PROXY, HTTP_PROXY and ALL_PROXY say', {
    example: 'none',
    without: 'with such a variable nothing starts',
  }).optional(),
});

/** What an ad and a set of rules have in common; the limits are the ad's. */
const rulesParts = pricingRulesSchema.omit({ limits: true });
const rulesSection = domainSection(rulesParts.partial(), 'how ads are priced');

/** What the ad offers, by the domain's own schema. */
const termsSection = domainSection(
  termsPartSchema,
  'what the ad offers: with it the file publishes and changes the ad',
);

/** The ad's own keys are checked here, and all others as rules. */
const adKeys = z.strictObject({
  account: key(alias, 'the account, an [account.NAME] of this file', {
    example: 'main',
    without: 'the only one',
  }).optional(),
  number: key(
    z.string().regex(/^[\w-]{1,64}$/, 'must be an ad number'),
    'its number, where the table has another name',
    {
      example: '11234567890',
      without: 'the name of the table; a name with terms is published and gets its number then',
    },
  ).optional(),
  terms: termsSection.optional(),
  on_difference: key(z.enum(['file', 'app']), 'which side wins where its terms were changed in the app', {
    example: 'app',
    without: 'file',
  }).optional(),
  mode: key(z.enum(modes), 'shadow holds this ad alone back; no ad writes more than its account', {
    example: 'shadow',
    without: 'the mode of the account',
  }).optional(),
  status: key(z.enum(['online', 'offline']), 'whether `config apply` keeps the ad on the market or off it', {
    example: 'offline',
    without: 'as it stands; what the file publishes is online',
  }).optional(),
  rules: key(alias, 'the rules that it follows, a [rules.NAME] of this file', { example: 'tight' }).optional(),
  floor: key(price, 'never below this price', { example: '9.50' }),
  ceiling: key(price, 'never above this price', { example: '10.50' }),
});
const adKeyNames = Object.keys(adKeys.shape);

type AdSection = z.output<typeof adKeys>;

const checkedAd = z.custom<TomlTable>(isTable, 'is no table').superRefine((table, context) => {
  const own = Object.entries(table).filter(([name]) => adKeyNames.includes(name));
  const others = Object.entries(table).filter(([name]) => !adKeyNames.includes(name));
  const issues = [adKeys.safeParse(Object.fromEntries(own)), rulesSection.safeParse(Object.fromEntries(others))];
  pushIssues(
    context,
    issues.flatMap(({ error }) => error?.issues ?? []),
    table,
  );
});

const adSection = checkedAd.meta({ description: 'an ad that is kept' });

/** Returns the keys of an ad that are not rules. The section has been checked. */
export function adOf(section: TomlTable): AdSection {
  return adKeys.parse(Object.fromEntries(Object.entries(section).filter(([name]) => adKeyNames.includes(name))));
}

/** Returns the rules that stand in an ad's own section. */
export function overridesOf(section: TomlTable): TomlTable {
  return Object.fromEntries(Object.entries(section).filter(([name]) => !adKeyNames.includes(name)));
}

const named = <S extends z.ZodType>(section: S) => z.record(alias, section).optional();

/** The whole of peerdesk.toml. */
export const fileSchema = z.strictObject({
  temporal: temporalSection.meta({ description: 'the Temporal server' }).optional(),
  register: registerSection
    .meta({ description: "where the merchant's memory of money is, for all accounts of the file" })
    .optional(),
  egress: named(egressSection.meta({ description: 'an outgoing address and what is shared behind it' })),
  door: doorSection.meta({ description: 'the process that takes payments in' }).optional(),
  payments: paymentSections.optional(),
  greetings: greetingSections.optional(),
  account: named(accountSection.meta({ description: "one merchant's account" })),
  rules: named(rulesSection),
  ads: named(adSection),
  settings: domainSection(
    writtenSettingsSchema.partial(),
    'settings of every account, see docs/reference/settings.md',
  ).optional(),
});

export type PeerdeskFile = z.output<typeof fileSchema>;

/** Returns the JSON Schema of the file, for editors and for messages. */
export function fileJsonSchema(): TomlTable {
  return z.toJSONSchema(fileSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: asWritten,
  });
}

/** Describes sections of the domain by the keys that the file has for them. */
function asWritten({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  const domain = zodSchema === adSection ? adJsonSchema() : domainJsonSchema(zodSchema);
  if (domain !== null) Object.assign(jsonSchema, domain);
}

function adJsonSchema(): TomlTable {
  const own = z.toJSONSchema(adKeys, { io: 'input', unrepresentable: 'any', override: asWritten });
  const rules = domainJsonSchema(rulesSection)?.['properties'];
  const { $schema: _dialect, ...json } = own;
  return { ...json, properties: { ...own.properties, ...(isTable(rules) ? rules : {}) } };
}
