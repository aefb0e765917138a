import { z } from 'zod';
import { unclearAmountsIn } from '../../domain/typed-amount.ts';
import { camelName, isTable, snakeName, type TomlTable } from './key-names.ts';

/**
 * Parts of the file whose schema is the domain's own, so that a new rule or setting needs no second description. Their
 * keys are the domain's names in snake_case, and "off" stands for null, which TOML does not have.
 */
const domainSchemas = new WeakMap<z.ZodType, z.ZodType>();

const upperCase = /[A-Z]/;

/** Returns the schema of a section that the domain's schema checks. Its output is the table as it was written. */
export function domainSection(domain: z.ZodType, description: string): z.ZodType<TomlTable> {
  const checked = z.custom<TomlTable>(isTable, 'is no table').superRefine((table, context) => {
    pushIssues(context, domainIssues(domain, table, table), table);
  });
  const section = checked.meta({ description });
  domainSchemas.set(section, domain);
  return section;
}

/** Returns what is wrong with a table by the domain's schema, in the file's keys; `typed` is what a person wrote of it. */
export function domainIssues(domain: z.ZodType, table: TomlTable, typed: TomlTable): z.core.$ZodIssue[] {
  const issues = [...(domain.safeParse(domainValue(table)).error?.issues ?? []), ...unclearIssues(domainValue(typed))];
  return [...camelKeys(table), ...issues.map(fileIssue)];
}

/** Adds issues of another schema with all that zod found out about them, which `addIssue` would drop. */
export function pushIssues(context: z.RefinementCtx, issues: readonly z.core.$ZodIssue[], input: unknown): void {
  context.issues.push(...issues.map((issue) => ({ ...issue, input }) as z.core.$ZodRawIssue));
}

/** Returns the JSON Schema of a section of the domain, with the file's keys; null for any other schema. */
export function domainJsonSchema(section: z.core.$ZodType): TomlTable | null {
  const domain = domainSchemas.get(section as z.ZodType);
  if (domain === undefined) return null;
  const { $schema: _dialect, ...json } = z.toJSONSchema(domain, { io: 'input', unrepresentable: 'any' });
  const renamed = fileSchema(json);
  return isTable(renamed) ? renamed : {};
}

/** Returns a table of the file as the domain's schema takes it. */
export function domainTable(table: TomlTable): TomlTable {
  const value = domainValue(table);
  return isTable(value) ? value : {};
}

/** Returns a value of the domain as the file has it. */
export function writtenValue(value: unknown): unknown {
  if (value === null) return 'off';
  if (Array.isArray(value)) return value.map(writtenValue);
  if (!isTable(value)) return value;
  const given = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(given.map(([name, part]) => [snakeName(name), writtenValue(part)]));
}

function domainValue(value: unknown): unknown {
  if (value === 'off') return null;
  if (Array.isArray(value)) return value.map((item) => (item === 'off' ? item : domainValue(item)));
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [camelName(key), domainValue(part)]));
}

/** The domain takes such an amount from programs; here a person wrote it. */
function unclearIssues(value: unknown): z.core.$ZodIssueCustom[] {
  return unclearAmountsIn(value).map(({ path, message }) => ({ code: 'custom', path: [...path], message }));
}

/** A key that the domain knows under its own name would be taken although no reader of the file writes it so. */
function camelKeys(value: unknown, path: readonly PropertyKey[] = []): z.core.$ZodIssueUnrecognizedKeys[] {
  if (!isTable(value)) return [];
  const keys = Object.keys(value).filter((key) => /^[a-z]/.test(key) && upperCase.test(key));
  const here = { code: 'unrecognized_keys' as const, keys, path: [...path], message: 'unknown key' };
  const below = Object.entries(value).flatMap(([key, part]) => camelKeys(part, [...path, key]));
  return [...(keys.length === 0 ? [] : [here]), ...below];
}

function fileIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const path = issue.path.map((part) => (typeof part === 'string' ? snakeName(part) : part));
  return issue.code === 'unrecognized_keys' ? { ...issue, path, keys: issue.keys.map(fileKey) } : { ...issue, path };
}

/** A key in capitals was written so: it is no name of the domain. */
const fileKey = (key: string): string => (/^[a-z]/.test(key) ? snakeName(key) : key);

/** Renames properties, and says that null is written "off". */
function fileSchema(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(fileSchema);
  if (!isTable(json)) return json;
  if (json['type'] === 'null') return { type: 'string', const: 'off' };
  const { type } = json;
  if (Array.isArray(type) && type.includes('null')) return fileSchema({ ...json, type: withoutNull(type) });
  return Object.fromEntries(
    Object.entries(json).map(([keyword, part]) => {
      if (keyword === 'properties' && isTable(part)) return [keyword, renamed(part)];
      if (keyword === 'required' && Array.isArray(part)) return [keyword, part.map((name) => snakeName(String(name)))];
      if (keyword === 'default' && part === null) return [keyword, 'off'];
      return [keyword, fileSchema(part)];
    }),
  );
}

/** What may be null may be "off", which is text. */
function withoutNull(types: readonly unknown[]): unknown {
  const others = [...new Set([...types.filter((type) => type !== 'null'), 'string'])];
  return others.length === 1 ? others[0] : others;
}

const renamed = (properties: TomlTable): TomlTable =>
  Object.fromEntries(Object.entries(properties).map(([name, part]) => [snakeName(name), fileSchema(part)]));
