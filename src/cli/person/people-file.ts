/** People as a file: a line for each thing that is said of one. */
import { CsvError, parse } from 'csv-parse/sync';
import { maxNoteBytes } from '../../domain/guard/block-list.ts';
import { jsonBytes } from '../../domain/kept-text.ts';
import { blockEntryOf, blockKey, type BlockTarget } from '../../domain/orders/counterparty.ts';
import { refusalText } from '../../words/refusal-words.ts';
import { misuse } from '../kit/cli-failure.ts';
import { cellValue, csvText } from '../list/csv-text.ts';
import type { PersonRow } from './person-text.ts';

const words = ['block', 'allow', 'note'] as const;

/** What a line says of a person. */
export interface SaidOfPerson {
  readonly line: number;
  /** As it was typed. */
  readonly typed: string;
  readonly target: BlockTarget;
  readonly word: (typeof words)[number];
  /** Why one is blocked, or what is noted; empty: nothing. */
  readonly text: string;
  /** Who has said it; empty: the one who imports it. */
  readonly by: string;
}

/** A line that says nothing that could be kept. */
export interface RefusedLine {
  readonly line: number;
  readonly why: string;
}

/** A file of people, as far as it can be read. */
export interface PeopleFile {
  readonly said: readonly SaidOfPerson[];
  readonly refused: readonly RefusedLine[];
}

const titles = ['person', 'word', 'text', 'by'] as const;
type Title = (typeof titles)[number];

/** Formats who is blocked and of whom something is noted, as `readPeople` reads it. */
export function peopleCsv(rows: readonly PersonRow[]): string {
  const lines = rows.flatMap(({ person, blocked, remark }) => [
    ...(blocked === null ? [] : [[person, 'block', blocked.note, blocked.by]]),
    ...(remark === null ? [] : [[person, 'note', remark.text, remark.by]]),
  ]);
  return csvText(titles, lines);
}

/** Reads each line by itself. Throws a misuse where the file as a whole has no people. */
export function readPeople(text: string, path: string): PeopleFile {
  const [head, ...rows] = rowsOf(text, path);
  const places = new Map(head?.cells.map((cell, index) => [cell.toLowerCase(), index]));
  if (!places.has('person') || !places.has('word'))
    throw misuse(`${path} has no columns person and word: its first line is ${titles.join(',')}`);
  const read = rows.map(({ cells, line }) => {
    const cell = (title: Title): string => cellValue(cells[places.get(title) ?? -1] ?? '').trim();
    const isWider = cells.length > places.size;
    return isWider ? { line, why: 'it has more cells than the first line' } : saidIn(cell, line);
  });
  const said = read.filter((row) => 'word' in row);
  const again = repeated(said);
  const isOnce = ({ line }: SaidOfPerson): boolean => again.every((one) => one.line !== line);
  return { said: said.filter(isOnce), refused: [...read.filter((row) => 'why' in row), ...again] };
}

function saidIn(cell: (title: Title) => string, line: number): SaidOfPerson | RefusedLine {
  const [typed, text, by] = [cell('person'), cell('text'), cell('by')];
  const word = words.find((one) => one === cell('word').toLowerCase());
  if (word === undefined) return { line, why: `its word is none of ${words.join(', ')}` };
  const person = blockEntryOf(typed);
  if (person.target === null) return { line, why: refusalText(person.refusal) };
  const tooLong = [text, by].find((one) => jsonBytes(one) > maxNoteBytes);
  if (tooLong !== undefined) return { line, why: `text and by have at most ${maxNoteBytes} bytes each` };
  if (word === 'note' && text === '')
    return { line, why: 'it notes nothing: `peerdesk person note --drop` takes one away' };
  return { line, typed, target: person.target, word, text, by };
}

/** Which of two would count is not known. */
function repeated(said: readonly SaidOfPerson[]): RefusedLine[] {
  const first = new Map<string, number>();
  return said.flatMap(({ line, target, word }) => {
    const name = `${word === 'note' ? 'note' : 'list'} ${blockKey(target)}`;
    const before = first.get(name);
    if (before !== undefined) return [{ line, why: `line ${before} says something of the same person` }];
    first.set(name, line);
    return [];
  });
}

interface Row {
  readonly cells: readonly string[];
  /** At which it ends. */
  readonly line: number;
}

function rowsOf(text: string, path: string): Row[] {
  const rows: Row[] = [];
  try {
    parse(text, {
      bom: true,
      trim: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell !== '')) rows.push({ cells, line: lines });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw misuse(`${path}, line ${String(error['lines'])}: ${error.message}`);
  }
  return rows;
}

/** A spreadsheet writes a semicolon where a comma is the decimal mark. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]/) + 1);
  return [';', '\t'].find((one) => head.includes(one)) ?? ',';
}
