import { describe, expect, it } from 'vitest';
import { healthCodes } from '../../../src/domain/health/health.ts';
import { ErrorCategory, TransportCondition } from '../../../src/domain/failures/error-category.ts';
import { OwnFailure } from '../../../src/domain/failures/own-failures.ts';
import { asksPerson } from '../../../src/domain/notices/need.ts';
import { needKind } from '../../../src/domain/notices/need-fact.ts';
import { commandGroups, singleCommands } from '../../../src/cli/program.ts';
import { alertRules } from '../../integration/metrics/promql.ts';
import { everyNeed } from '../../words/every-need.ts';
import { readProjectFile } from '../project-files.ts';
import { anchors } from './markdown.ts';

const nameOf = (usage: string): string => usage.split(' ')[0] ?? '';
const screenLines = 25;
const labels = ['You see', 'It means', 'Look', 'Do', 'It comes back'];

const symptoms = readProjectFile('docs/runbook.md')
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const title = text.split('\n')[0] ?? '';
    const [seen = ''] = text.split('**It means**');
    return { title, text: text.trimEnd(), codes: [...seen.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code) };
  });
const codes = new Set(symptoms.flatMap((symptom) => symptom.codes));
const unseen = (names: readonly string[]): string[] => names.filter((name) => !codes.has(name));

describe('docs/runbook.md', () => {
  it.each(symptoms)(
    '$title: is one screen: what you see, what it means, a look, what to do, how it comes back',
    ({ text }) => {
      expect(text.split('\n').length).toBeLessThanOrEqual(screenLines);
      const found = [...text.matchAll(/^\*\*([\w ]+)\*\*/gm)].map(([, label]) => label);
      expect(found).toEqual(labels);
    },
  );

  it('has a symptom for each need, as its message and its metric name it', () => {
    // A need of the gate is one symptom, whatever it lacks.
    const asking = everyNeed.filter((fact) => asksPerson({ fact }));
    const kinds = [...new Set(asking.map(needKind))].map((kind) =>
      kind.startsWith('release-gate/') ? 'release-gate' : kind,
    );
    expect(kinds.length).toBeGreaterThan(40);
    expect(unseen(kinds)).toEqual([]);
  });

  it('has a symptom for each category, each own failure and each problem of health', () => {
    const failures = [ErrorCategory, TransportCondition, OwnFailure].flatMap((all): string[] => Object.values(all));
    expect(unseen([...failures, ...healthCodes])).toEqual([]);
  });

  it('names no need, failure or alert that does not exist, and none under two symptoms', () => {
    const all = symptoms.flatMap((symptom) => symptom.codes);
    expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([]);
    const known = new Set([
      ...everyNeed.map(needKind),
      ...[ErrorCategory, TransportCondition, OwnFailure].flatMap((kinds): string[] => Object.values(kinds)),
      ...alertRules().map(({ alert }) => alert),
    ]);
    const named = all.filter((code) =>
      /^[A-Z]{2,}(_[A-Z]+)+$|^[A-Z][a-z]+[A-Z]\w+$|^[a-z]+(-[a-z]+)*\/[a-z-]+$/.test(code),
    );
    expect(named.filter((code) => !known.has(code))).toEqual([]);
  });

  it('names commands of the program alone, with options that they have', () => {
    const specs = [
      ...singleCommands.map((spec) => ({ words: [nameOf(spec.usage)], spec })),
      ...commandGroups.flatMap(({ name, commands }) =>
        commands.map((spec) => ({ words: [name, nameOf(spec.usage)], spec })),
      ),
    ];
    const typed = symptoms
      .flatMap(({ text }) => [...text.replaceAll(/\s+/g, ' ').matchAll(/`((?:peerdesk |(?:ad|order|desk) )[^`]+)`/g)])
      .map(([, command = '']) => command.replace(/^peerdesk /, '').split(' '));
    expect(typed.length).toBeGreaterThan(60);
    const wrong = typed.filter((words) => {
      const found = specs.find((one) => one.words.every((word, index) => word === words[index]));
      const flags = (found?.spec.options ?? []).map(({ flags: text }) => text);
      const given = words.filter((word) => word.startsWith('--'));
      return found === undefined || given.some((flag) => !flags.some((text) => text.split(/[ ,]/).includes(flag)));
    });
    expect(wrong.map((words) => words.join(' '))).toEqual([]);
  });

  it('has the symptom that each alert names, and the symptom names the alert', () => {
    const page = readProjectFile('docs/runbook.md');
    const wrong = alertRules().filter(({ alert, annotations }) => {
      const [, anchor = ''] = /docs\/runbook\.md#([\w-]+)$/.exec(annotations['action'] ?? '') ?? [];
      const symptom = symptoms.find(({ title }) => anchors(`## ${title}`)[0] === anchor);
      return !anchors(page).includes(anchor) || symptom?.codes.includes(alert) !== true;
    });
    expect(wrong.map(({ alert }) => alert)).toEqual([]);
  });
});
