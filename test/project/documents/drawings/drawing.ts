/** Draws moves between states as a diagram of mermaid. */

/** One move: from where, to where, by what. */
export type Move = readonly [from: string, to: string, event: string];

/** An event that leads from wherever to one place is said in a sentence: drawn, it would hide the others. */
function fromAnywhere(moves: readonly Move[]): Map<string, string> {
  const places = new Set(moves.map(([from]) => from));
  const byEvent = Map.groupBy(moves, ([, , event]) => event);
  const single = [...byEvent].flatMap(([event, found]) => {
    const [goal = '', ...others] = new Set(found.map(([, to]) => to));
    const isEverywhere = new Set(found.map(([from]) => from)).size === places.size;
    return others.length === 0 && isEverywhere ? [[event, goal] as const] : [];
  });
  return new Map(single);
}

/** Returns the drawing of moves with the sentences on what it leaves out. */
export function drawing(start: string, moves: readonly Move[]): string {
  const anywhere = fromAnywhere(moves);
  const drawn = moves.filter(([from, to, event]) => from !== to && !anywhere.has(event));
  const arrows = Map.groupBy(drawn, ([from, to]) => `${idOf(from)} --> ${idOf(to)}`);
  const names = [...new Set(drawn.flatMap(([from, to]) => [from, to]))].filter((name) => idOf(name) !== name);
  const lines = [
    ...names.map((name) => `state "${name}" as ${idOf(name)}`),
    `[*] --> ${idOf(start)}`,
    ...[...arrows].map(([arrow, found]) => [arrow, labelOf(found)].filter((part) => part !== '').join(': ')),
  ];
  const picture = ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n');
  const goals = Map.groupBy(anywhere, ([, goal]) => goal);
  const said = [...goals].map(([goal, found]) => `- ${found.map(([event]) => `\`${event}\``).join(', ')}: \`${goal}\``);
  return said.length === 0 ? picture : `${picture}\n\nFrom wherever it is:\n\n${said.join('\n')}`;
}

const idOf = (name: string): string => name.replaceAll(/\W+/g, '_').replace(/_$/, '');

const labelOf = (moves: readonly Move[]): string => [...new Set(moves.map(([, , event]) => event))].join(', ');
