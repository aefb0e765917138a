import { describe, expect, it } from 'vitest';
import { serveTerm } from '../../../src/workers/accounts/serve-term.ts';

/** A process whose every wait ends when the test says so, and what it does meanwhile, in order. */
function world() {
  const done: string[] = [];
  const stop = new AbortController();
  const over = new AbortController();
  const linked = Promise.withResolvers<void>();
  const takenOver = Promise.withResolvers<void>();
  const known = Promise.withResolvers<void>();
  const running = Promise.withResolvers<void>();
  let ended = false;
  let isLost = false;
  const begin = (former: string | null = '9@other'): void => {
    const process = {
      logger: {
        info: (_: object, text: string) => done.push(text),
        warn: (_: object, text: string) => done.push(text),
      },
      accounts: {
        beginTerm: (term: AbortSignal) => {
          done.push(`accounts begin, over ${term.aborted}`);
          return known.promise;
        },
      },
      calling: {
        open: async (term: AbortSignal) => void done.push(`workers call, over ${term.aborted}`),
        end: () => {
          done.push('workers end');
          return running.promise;
        },
      },
      signal: stop.signal,
      linked: linked.promise,
      takeOver: ({ former: name }: { former: string | null }) => {
        done.push(`frees the work of ${name}`);
        return takenOver.promise;
      },
      begun: () => done.push('begun'),
      lost: () => done.push('lost'),
      fail: (reason: unknown) => void done.push(`fails: ${String(reason)}`),
    };
    const term = { over: over.signal, former, isLost: () => isLost };
    void serveTerm(process as unknown as Parameters<typeof serveTerm>[0], term).then(() => (ended = true));
  };
  const lose = (): void => {
    isLost = true;
    over.abort();
  };
  /** Everything that can happen without another word has happened then. */
  const after = async (): Promise<string[]> => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return done.splice(0);
  };
  return { begin, after, linked, takenOver, known, running, over, lose, stop, isOver: () => ended };
}

const leads = 'this process leads: it calls the service';
const leadsNoLonger = 'this process leads no longer: it calls nothing';

/** A process that serves its term. */
async function serving() {
  const run = world();
  run.begin();
  run.linked.resolve();
  run.takenOver.resolve();
  await run.after();
  return run;
}

describe('I17, I27: a term of the lead', () => {
  it('calls nothing before bans are known, nor before the work of the former process is freed', async () => {
    const { begin, after, linked, takenOver, known } = world();
    begin();
    expect(await after()).toEqual(['frees the work of 9@other']);
    linked.resolve();
    expect(await after()).toEqual(['accounts begin, over false']);
    takenOver.resolve();
    expect(await after()).toEqual(['workers call, over false']);
    known.resolve();
    expect(await after()).toEqual([leads, 'begun']);
  });

  it('I27: that is lost before bans are known calls nothing at all, and waits for nothing', async () => {
    const { begin, after, lose, isOver } = world();
    begin();
    await after();
    lose();
    expect(await after()).toEqual([leadsNoLonger, 'lost']);
    expect(isOver()).toBe(true);
  });

  it('that is lost while the former process is freed waits for it no longer', async () => {
    const { begin, after, linked, lose, isOver } = world();
    begin();
    linked.resolve();
    await after();
    lose();
    expect(await after()).toEqual([leadsNoLonger, 'lost', 'workers call, over true']);
    expect(isOver()).toBe(true);
  });

  it('I17: that is passed on lasts until every call that has left is answered: then the lead is released', async () => {
    const { after, over, known, running, isOver } = await serving();
    known.resolve();
    await after();
    over.abort();
    expect(await after()).toEqual(['workers end']);
    expect(isOver()).toBe(false);
    running.resolve();
    expect(await after()).toEqual([leadsNoLonger]);
    expect(isOver()).toBe(true);
  });

  it('that is lost is over at once and ends no worker: who leads now is asked', async () => {
    const { after, known, lose, isOver } = await serving();
    known.resolve();
    await after();
    lose();
    expect(await after()).toEqual([leadsNoLonger, 'lost']);
    expect(isOver()).toBe(true);
  });

  it('does not last for an account whose service never says who it is', async () => {
    const { after, over, running, isOver } = await serving();
    running.resolve();
    over.abort();
    expect(await after()).toEqual(['workers end', leadsNoLonger]);
    expect(isOver()).toBe(true);
  });

  it('in which no account may be served ends the process, after the calls of it', async () => {
    const { after, known, running, over, isOver } = await serving();
    known.reject(new Error('a development server'));
    expect(await after()).toEqual(['fails: Error: a development server']);
    expect(isOver()).toBe(false);
    over.abort();
    await after();
    expect(isOver()).toBe(false);
    running.resolve();
    await after();
    expect(isOver()).toBe(true);
  });

  it.each(['known', 'refused'])('that is over when its accounts are %s says and ends nothing', async (end) => {
    const { after, known, running, over } = await serving();
    over.abort();
    if (end === 'known') known.resolve();
    else known.reject(new Error('aborted'));
    running.resolve();
    expect(await after()).toEqual(['workers end', leadsNoLonger]);
  });

  it('that ends because the process stops is not told as a lost lead', async () => {
    const { after, over, stop, running } = await serving();
    stop.abort();
    over.abort();
    running.resolve();
    expect(await after()).toEqual(['workers end']);
  });
});
