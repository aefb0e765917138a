import { describe, expect, it } from 'vitest';
import { stepStates } from '../../../../src/domain/register/step-row.ts';
import { codeBlocks } from '../markdown.ts';
import { readProjectFile } from '../../project-files.ts';
import { drawing } from './drawing.ts';
import { adMoves, drawingsFile, drawingsPage, everyStanding, phaseName, stateName } from './state-drawings.ts';
import { stepMoves } from './step-moves.ts';

describe('docs/reference/state-machines.md', () => {
  it('is what `npm run docs` writes', async () => {
    expect(readProjectFile(drawingsFile)).toBe(await drawingsPage());
  });

  it('draws every state and every phase that an ad comes to', () => {
    const states = new Set(everyStanding().map(stateName));
    const phases = new Set(everyStanding().map(phaseName));
    expect(states).toEqual(new Set(['running', 'paused', 'cooling', 'blocked', 'dead', 'stopped', ...offStates]));
    expect(phases).toEqual(new Set(['none', 'left', 'returning', 'put-back', 'due', 'leaving', ...shown]));
    expect(codeBlocks(readProjectFile(drawingsFile), 'mermaid')).toHaveLength(4);
  });

  it('design 6: draws every state of a money step; what may have left ends by reads, a ruling, or its sender who has not sent it', async () => {
    const moves = await stepMoves();
    expect(new Set(moves.map(([from]) => from))).toEqual(new Set(stepStates));
    const afterLeaving = moves.filter(([from, to]) => from === 'leaving' && to !== 'leaving');
    expect(new Map(afterLeaving.map(([, to, event]) => [event, to]))).toEqual(
      new Map([
        ['withdrawn', 'not-left'],
        ['a read shows it', 'done'],
        ['two reads do not', 'not-done'],
        ['its order has ended without it', 'not-done'],
        ['a person rules', 'not-done'],
      ]),
    );
  });

  it('draws a move once, with all that makes it, and says what leads to one place from wherever', () => {
    const text = drawing('a', [
      ['a', 'b-c', 'x'],
      ['a', 'b-c', 'y'],
      ['b-c', 'a', 'x'],
      ['a', 'd', 'ends'],
      ['b-c', 'd', 'ends'],
    ]);
    const drawn = ['stateDiagram-v2', 'state "b-c" as b_c', '[*] --> a', 'a --> b_c: x, y', 'b_c --> a: x', '```'];
    expect(text).toBe(
      `\`\`\`mermaid\n${drawn.join('\n  ').replace('  ```', '```')}\n\nFrom wherever it is:\n\n- \`ends\`: \`d\``,
    );
  });

  it('says that a person’s word leads from everywhere', () => {
    const everywhere = adMoves(stateName).filter(([, , event]) => event === 'resume');
    expect(new Set(everywhere.map(([, to]) => to))).toEqual(new Set(['running']));
  });
});

const offStates = ['business', 'ad', 'limit', 'stock', 'caps', 'hours', 'command'].map((cause) => `offline (${cause})`);
const shown = ['off', 'doubtful', 'back-in-app'];
