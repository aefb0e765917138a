/** Which keys a source of payments has by its scheme. */
import { messageKeys } from './message-keys.ts';
import { statementKeys } from './statement-keys.ts';

interface WrongKey {
  readonly path: readonly string[];
  readonly text: string;
}

const shared = ['decimal', 'date_format'];
const ownKeys: Readonly<Record<string, readonly string[]>> = {
  statement: Object.keys(statementKeys),
  text: [...Object.keys(messageKeys), ...shared],
};

type Section = Readonly<Record<string, unknown>> & {
  readonly scheme: string;
  readonly class: string;
  readonly columns?: { readonly direction?: unknown } | undefined;
};

/** Returns a key that its scheme does not have, or misses; null: there is none. */
export function wrongKey(section: Section): WrongKey | null {
  const { scheme } = section;
  const own = ownKeys[scheme] ?? [];
  const foreign = Object.keys({ ...statementKeys, ...messageKeys }).find(
    (name) => name in section && !own.includes(name),
  );
  if (foreign !== undefined) return { path: [foreign], text: `is no key of scheme = "${scheme}"` };
  if (scheme === 'text') return keyFileProblem(section) ?? textProblem(section);
  return keyFileProblem(section) ?? statementProblem(section) ?? directionProblem(section);
}

function keyFileProblem({ scheme, secret_file: file }: Section): WrongKey | null {
  if ((scheme === 'statement') === (file === undefined)) return null;
  const text =
    file === undefined
      ? 'is missing: name the file with the key of the source'
      : 'is of a source that posts: a statement is signed by no one';
  return { path: ['secret_file'], text };
}

function textProblem(section: Section): WrongKey | null {
  if (section.class === 'evidence') {
    const why = 'anyone can send such a text, and what a phone signs is that it came, not that a bank wrote it';
    return { path: ['class'], text: `must be "hint": ${why}` };
  }
  return section['templates'] === undefined
    ? { path: ['templates'], text: 'is missing: write how the messages look' }
    : null;
}

/** What a payer writes stands in the middle of its rows, one payment may be in several of them, and a reversal is a row of its own. */
function statementProblem({ scheme, class: kind }: Section): WrongKey | null {
  if (scheme !== 'statement' || kind === 'hint') return null;
  return { path: ['class'], text: 'must be "hint": a statement is compared with, and releases nothing by itself' };
}

function directionProblem({ columns, incoming }: Section): WrongKey | null {
  const isDirected = columns?.direction !== undefined;
  if (isDirected === (incoming !== undefined)) return null;
  return { path: ['incoming'], text: 'and columns.direction belong together: write both, or neither' };
}
