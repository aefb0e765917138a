import { readFileSync, readdirSync } from 'node:fs';
import { hostname, homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { DeterminismViolationError } from '@temporalio/workflow';
import {
  DefaultLogger,
  Runtime,
  Worker,
  bundleWorkflowCode,
  type WorkflowBundle,
  type WorkflowBundlePath,
} from '@temporalio/worker';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { projectRoot } from '../../src/server/project-root.ts';
import { fromPlain } from '../../src/workers/replay/plain-history.ts';
import { workflowTypes } from '../../src/workflows/contract/registered-workflows.ts';
import * as workflows from '../../src/workflows/index.ts';
import { keys, plainText, spellings, type Recording } from './recording.ts';
import { AskingWorkflows } from '../../src/workers/notices/asking-workflows.ts';

const folder = fileURLToPath(new URL('histories/', import.meta.url));
/** Each folder holds what the code of one release has recorded. */
const releases = readdirSync(folder);
const names = releases.flatMap((release) => readdirSync(`${folder}${release}`).map((name) => `${release}/${name}`));

function stored(name: string): Recording {
  return JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as Recording;
}

function bundle(path: string): Promise<WorkflowBundle> {
  const workflowsPath = fileURLToPath(new URL(path, import.meta.url));
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
}

/** Replays recordings on the workflows of a bundle; returns the error of each by its name, null for none. */
async function replay(workflowBundle: WorkflowBundle | WorkflowBundlePath): Promise<Record<string, Error | null>> {
  const histories = names.map((name) => {
    const { workflowId, history } = stored(name);
    return { workflowId, history: fromPlain(history) };
  });
  const ends: Record<string, Error | null> = {};
  let index = 0;
  for await (const { error } of Worker.runReplayHistories(
    { workflowBundle, sinks: new AskingWorkflows().sinks() },
    histories,
  )) {
    ends[names[index] ?? ''] = error ?? null;
    index += 1;
  }
  return ends;
}

/** Types of the recorded workflows. */
function typeOf(name: string): string | undefined {
  return /"workflowType":\s*\{\s*"name":\s*"(\w+)"/.exec(JSON.stringify(stored(name)))?.[1];
}

beforeAll(() => {
  // The broken variant makes the replayer complain, as it should.
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'ERROR' } } });
});

/** The release that the code becomes, and the one before it. */
function keptReleases(): string[] {
  const { version } = JSON.parse(readFileSync(`${projectRoot}/package.json`, 'utf8')) as { version: string };
  const changelog = readFileSync(`${projectRoot}/CHANGELOG.md`, 'utf8');
  const released = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map((match) => match[1] ?? '');
  return [version, ...released.filter((release) => release !== version).slice(0, 1)];
}

describe('ADR 0025: the histories of a release are kept until the one after the next', () => {
  it('each stands in the folder of its release, and no older one is left', () => {
    expect(releases.toSorted()).toEqual(keptReleases().toSorted());
    expect(names.filter((name) => !/^\d+\.\d+\.\d+\/[a-z-]+\.json$/.test(name))).toEqual([]);
  });
});

describe('I34: recorded histories on the code as it is', () => {
  it('there is a recording of each workflow type', () => {
    expect(new Set(names.map(typeOf))).toEqual(new Set(Object.keys(workflows)));
    expect(new Set(workflowTypes)).toEqual(new Set(Object.keys(workflows)));
  });

  it('each of them replays', async () => {
    const ends = await replay({ codePath: inject('workflowBundle') });
    expect(ends).toEqual(Object.fromEntries(names.map((name) => [name, null])));
  });

  it('a change that breaks them is found, in each of them', async () => {
    const ends = await replay(await bundle('./broken-workflows.ts'));
    expect(Object.keys(ends)).toEqual(names);
    const unfound = names.filter((name) => !(ends[name] instanceof DeterminismViolationError));
    expect(unfound).toEqual([]);
  });
});

describe.each(names)('I38: %s', (name) => {
  const text = plainText(stored(name));

  it('holds no key, no secret and no ticket of the chat', () => {
    for (const secret of Object.values(keys)) {
      for (const spelling of spellings(secret)) expect(text).not.toContain(spelling);
    }
    expect(text).not.toMatch(/listenKey|listenToken|wssUrl|wss?:\/\/|signature=|[?&]timestamp=/i);
  });

  it('holds no name of a person and nothing of the machine it was recorded on', () => {
    expect(text).not.toMatch(/CANARY PERSON|canary-nick/i);
    expect(text).not.toContain(projectRoot);
    expect(text).not.toContain(homedir());
    expect(text).not.toContain(`@${hostname()}`);
    expect(text).not.toMatch(/file:\/\/|\n\s+at /);
  });
});
