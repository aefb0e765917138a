import type { Operation } from '../../exchange/table/operation.ts';
import { findOperation, operations } from '../../exchange/table/operations.ts';
import { askWhether, nearestName } from '../../config/nearest-name.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';

/** Finds an operation by name or path, ignoring case; throws a failure with the nearest name. */
export function namedOperation(typed: string): Operation {
  const operation = findOperation(typed) ?? findOperation(rightCase(typed));
  if (operation !== null) return operation;
  const nearest = nearestName(typed, spellings) ?? nearestName(lastWord(typed), Object.keys(operations));
  const message = `there is no operation ${typed}${askWhether(nearest)} \`peerdesk call --list\` shows all`;
  throw new CliFailure(ExitCode.NOT_FOUND, message);
}

/** Names first: of two equally near ones, the shorter spelling is the one to suggest. */
const spellings: readonly string[] = [
  ...Object.keys(operations),
  ...Object.values(operations).map(({ group, name }) => `${group}.${name}`),
  ...Object.values(operations).flatMap(({ path }) => [path.replace('/sapi/v1/c2c/', ''), path]),
];

const rightCase = (typed: string): string =>
  spellings.find((spelling) => spelling.toLowerCase() === typed.toLowerCase()) ?? typed;

/** `orders.update` has the wrong group: the last word is the best hint. */
const lastWord = (typed: string): string => typed.split(/[./]/).at(-1) ?? typed;
