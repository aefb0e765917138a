import { expect, it } from 'vitest';
import { readProjectFile, typescriptFiles } from '../project/project-files.ts';

/** A decision by the words of an error, or by why something waits: a better sentence then changes what is done. */
const byWords =
  /\b(?:message|why|note|reason)\)?\??\.(?:includes|startsWith|endsWith|match|replace)\(|\/[a-z]*\.test\((?:\w+\.)?(?:message|why|note|reason)\)/;

/** Where the words are of others, and nothing else says it. */
const ofOthers: Readonly<Record<string, string>> = {
  'src/cli/program.ts': 'of the parser of the command line',
  'src/cli/session/command-connection.ts': 'of Temporal',
  'src/cli/session/temporal-address.ts': 'of Temporal',
  'src/config/file/mistake.ts': 'of the parser of schemas',
  'src/config/file/read-file.ts': 'of the parser of TOML',
  'src/exchange/table/money-refusal.ts': 'of the service',
  'src/exchange/call/caller.ts': 'of the service',
  'src/domain/issue-text.ts': 'of the parser of schemas',
  'src/workers/log/logger.ts': 'of Temporal',
  'src/workers/replay/check-open-runs.ts': 'of Temporal',
  'src/workers/queues/worker-group.ts': 'of Node',
};

it('U16: nothing more is decided by a sentence of ours', () => {
  const found = typescriptFiles('src').filter((file) => byWords.test(readProjectFile(file)));
  expect(found.filter((file) => !(file in ofOthers))).toEqual([]);
  expect(Object.keys(ofOthers).filter((file) => !found.includes(file))).toEqual([]);
});
