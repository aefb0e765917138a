import { parse } from 'yaml';
import { z } from 'zod';
import { projectFiles, readProjectFile } from '../../project/project-files.ts';

/** A metric that a query asks for, with the labels that it is chosen by. */
interface Selector {
  name: string;
  matchers: { label: string; operator: string; value: string }[];
}

/** What one query of a rule or a board asks for. */
export interface Query {
  /** Board and panel, or rule. */
  place: string;
  selectors: Selector[];
  /** Labels by which it groups or joins. */
  grouped: string[];
  /** Labels that its words show: a legend, or the annotations of a rule. */
  shown: string[];
  functions: string[];
}

const words = new Set(['and', 'or', 'unless', 'offset', 'bool', 'inf', 'nan']);

/** Reads a PromQL expression, as far as the rules and boards of this project go. */
export function readQuery(place: string, expression: string, shown: readonly string[] = []): Query {
  const selectors: Selector[] = [];
  const grouped: string[] = [];
  const functions: string[] = [];
  const rest = expression
    .replaceAll('$__rate_interval', '5m')
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g, (_match, list: string) => {
      grouped.push(...list.split(',').map((label) => label.trim()));
      return ' ';
    })
    .replaceAll(/([A-Za-z_:][\w:]*)\s*\{([^}]*)\}/g, (_match, name: string, block: string) => {
      selectors.push({ name, matchers: matchersIn(block) });
      return ' ';
    })
    .replaceAll(/\b\d[\w.]*/g, ' ')
    .replaceAll(/([A-Za-z_]\w*)\s*\(/g, (_match, name: string) => {
      functions.push(name);
      return ' ';
    });
  for (const [name] of rest.matchAll(/[A-Za-z_:][\w:]*/g)) {
    if (!words.has(name)) selectors.push({ name, matchers: [] });
  }
  return { place, selectors, grouped, shown: [...shown], functions: functions.filter((name) => !words.has(name)) };
}

function matchersIn(block: string): Selector['matchers'] {
  return [...block.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, label = '', operator = '', value = '']) => ({
    label,
    operator,
    value,
  }));
}

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.record(z.string(), z.string()),
          annotations: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ),
});

const boardSchema = z.object({
  title: z.string(),
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })) }),
  ),
});

/** The alert rules by name. */
export function alertRules(): z.output<typeof rulesSchema>['groups'][number]['rules'] {
  const file = readProjectFile('monitoring/prometheus/alerts.yml');
  return rulesSchema.parse(parse(file)).groups.flatMap(({ rules }) => rules);
}

/** Every query of every alert rule and board. */
export function monitoringQueries(): Query[] {
  const rules = alertRules().map(({ alert, expr, annotations }) => {
    const shown = [
      ...Object.values(annotations)
        .join(' ')
        .matchAll(/\$labels\.(\w+)/g),
    ];
    return readQuery(
      `rule ${alert}`,
      expr,
      shown.map(([, label = '']) => label),
    );
  });
  const boards = projectFiles().filter((file) => /^monitoring\/grafana\/boards\/.*\.json$/.test(file));
  const panels = boards.flatMap((file) => {
    const { title, panels: all } = boardSchema.parse(JSON.parse(readProjectFile(file)));
    return all.flatMap((panel) => panel.targets.map((target) => ({ place: `${title}, ${panel.title}`, ...target })));
  });
  const ofBoards = panels.map(({ place, expr, legendFormat }) =>
    readQuery(
      place,
      expr,
      [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    ),
  );
  return [...rules, ...ofBoards];
}
