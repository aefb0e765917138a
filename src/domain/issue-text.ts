import type { z } from 'zod';

/** What the parser says where a schema says nothing of its own. */
const parsersOwn = /^(?:Invalid |Too (?:small|big)|Unrecognized )/;

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

const unitWords: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** That of the last member explains the mistake. */
function unionText({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const inner = errors.at(-1)?.[0];
  return inner === undefined ? 'has the wrong form' : issueText(inner);
}

function typeText({ message, expected }: z.core.$ZodIssueInvalidType): string {
  return message.endsWith('received undefined') ? 'is missing' : `must be ${typeWords[expected] ?? expected}`;
}

const choiceText = ({ values }: z.core.$ZodIssueInvalidValue): string =>
  `must be ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`;

/** Returns what is wrong with a value, to stand behind its name: the schema's own words, or the code of the issue in words. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (!parsersOwn.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return typeText(issue);
    case 'invalid_value':
      return choiceText(issue);
    case 'invalid_union':
      return unionText(issue);
    case 'too_small':
      return boundText(issue, issue.minimum, ['at least', 'more than']);
    case 'too_big':
      return boundText(issue, issue.maximum, ['at most', 'less than']);
    case 'unrecognized_keys':
      return `has the unknown fields ${issue.keys.join(', ').slice(0, 80)}`;
    default:
      return 'has the wrong form';
  }
}

function boundText(
  { origin, inclusive }: { readonly origin: string; readonly inclusive?: boolean },
  bound: number | bigint,
  [least, beyond]: readonly [string, string],
): string {
  const how = inclusive === false ? beyond : least;
  const unit = unitWords[origin];
  return unit === undefined ? `must be ${how} ${bound}` : `must have ${how} ${bound}${unit}`;
}

const maxIssues = 3;

/** Returns the first issues of a value in one line: "limits.floor: must be a decimal above zero". */
export function issuesText({ issues }: z.ZodError): string {
  const texts = issues.slice(0, maxIssues).map((issue) => {
    const place = issue.path.map(String).join('.');
    return place === '' ? issueText(issue) : `${place}: ${issueText(issue)}`;
  });
  return texts.join('; ').slice(0, 300);
}
