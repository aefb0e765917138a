import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../../src/server/project-root.ts';
import type { MarketQuestion, MarketReply } from './market-message.ts';

/** A marketplace in a process of its own. */
export interface BenchMarket {
  pid: number;
  ask: <T>(question: MarketQuestion) => Promise<T>;
  close: () => Promise<void>;
}

export function startMarket(): BenchMarket {
  const child = fork(inProject('bench', 'accounts', 'market-process.ts'));
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  child.on('message', ({ id, value, error }: MarketReply) => {
    const answer = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) answer?.resolve(value);
    else answer?.reject(new Error(error));
  });
  return {
    pid: child.pid ?? 0,
    ask: async <T>(question: MarketQuestion): Promise<T> => {
      asked += 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(asked, answer);
      child.send({ ...question, id: asked });
      return (await answer.promise) as T;
    },
    close: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
