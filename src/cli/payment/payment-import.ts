import { readFileSync, statSync } from 'node:fs';
import { statementSources, type StatementSource } from '../../config/file/payment-sources.ts';
import { importStatement, type ImportedStatement } from '../../door/statement/import-statement.ts';
import { mostStatementBytes, readStatement } from '../../door/statement/read-statement.ts';
import { UnreadableStatement } from '../../door/statement/statement-line.ts';
import { changedRowText, statementRefusalText } from '../../words/payments/statement-words.ts';
import { loadedFile } from '../config/file-context.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { readArgument, readOptions, textValue } from '../kit/option-values.ts';
import { paymentImportOptions } from '../options/payment-options.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';
import { sayProgress } from '../text/progress.ts';

/** `peerdesk payment import`: the payments of a bank's statement. */
export const paymentImport: CommandRun = async (call, context) => {
  const name = readArgument(textValue, call, { index: 0, name: 'the source' });
  const path = readArgument(textValue, call, { index: 1, name: 'the file' });
  const { format = null, dryRun, skipBad, config, json } = readOptions(paymentImportOptions, call);
  const source = sourceOf(name, config, context);
  const lines = readable(path, () => readStatement({ bytes: bytesOf(path), format }, source));
  const { place } = chosenRegister({ account: source.account, config }, context);
  const wish = { lines, source, nowMs: Date.now(), isDry: dryRun, skipsBad: skipBad };
  const over = sayProgress(context, `${path}: ${lines.length} rows are taken in`);
  const found = await withRegister(place, ({ register }) => importStatement({ ...wish, register })).finally(over);
  const reasons = found.refused.map((one) => ({ ...one, text: statementRefusalText(one) }));
  const changed = found.changed.map((one) => ({ ...one, text: changedRowText(one) }));
  const data = { source: name, ...found, changed, refused: reasons };
  print(context, { json, data, text: () => importText(found, dryRun) });
  return found.refused.length > 0 && !skipBad ? ExitCode.REFUSED : ExitCode.OK;
};

function sourceOf(name: string, config: string | undefined, context: CommandContext): StatementSource {
  const loaded = loadedFile(config, context);
  const sources = loaded === null ? [] : statementSources(loaded);
  const source = sources.find((one) => one.name === name);
  if (source !== undefined) return source;
  const others = sources.length === 0 ? 'none' : sources.map((one) => one.name).join(', ');
  const where = loaded === null ? 'there is no configuration file' : `${loaded.path} has of these: ${others}`;
  throw misuse(
    `${name} is no source of statements (${where}): write [payments.${name}] with scheme = "statement", class and currency`,
  );
}

function bytesOf(path: string): Uint8Array {
  try {
    if (statSync(path).size > mostStatementBytes)
      throw new UnreadableStatement(`it has more than ${mostStatementBytes} bytes: export a shorter time`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UnreadableStatement) throw error;
    throw misuse(`${path} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableStatement) throw refusal(`${path}: ${error.message}`);
    throw error;
  }
}

/** Rows that are shown; of a file in another form each has a reason. */
const mostRows = 20;

function importText(found: ImportedStatement, isDry: boolean): string {
  const { read, known, changed, outgoing, refused, isWritten } = found;
  const fresh = isWritten ? 'new' : 'would be new';
  const others = changed.length === 0 ? '' : ` ${changed.length} changed,`;
  const counts = `${read} rows: ${found.new} ${fresh}, ${known} known,${others} ${outgoing} of money that went out, ${refused.length} refused`;
  const changes = changed.map((one) => `  ${one.place} CHANGED, and nothing of it is written: ${changedRowText(one)}`);
  const reasons = refused.map((one) => `  ${one.place}: ${statementRefusalText(one)}`);
  const why = isDry ? 'a dry run' : 'correct the file or its source, or take in the rest with --skip-bad';
  const end = isWritten ? [] : [`NOTHING WAS WRITTEN: ${why}`];
  return [counts, ...firstOf(changes), ...firstOf(reasons), ...end].join('\n');
}

const firstOf = (rows: readonly string[]): string[] =>
  rows.length > mostRows ? [...rows.slice(0, mostRows), `  and ${rows.length - mostRows} more`] : [...rows];
