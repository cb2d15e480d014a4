import { root, runNode } from '../support/repository.js';

/** What `leak-probe.mjs` found after 100,000 calls, 10,000 cancelled streams, 1,000 aborted calls and 2,000 agents. */
interface Leftovers {
  readonly timers: readonly string[];
  readonly listeners: number;
  readonly notCleanedUp: number;
  readonly notCollected: number;
  readonly watched: number;
  readonly removedTools: number;
  readonly scopes: number;
  readonly grownMegabytes: number;
}

describe('of 100,000 calls and 11,000 that were cancelled', () => {
  let left: Leftovers;

  beforeAll(() => {
    left = JSON.parse(runNode(['--expose-gc', 'test/execution/leak-probe.mjs'], { cwd: root })) as Leftovers;
  }, 120_000);

  it('no timer remains', () => {
    expect(left.timers).toEqual([]);
  });

  it('no listener remains on the signal that they shared', () => {
    expect(left.listeners).toBe(0);
  });

  it('every generator and Observable has cleaned up', () => {
    expect(left.notCleanedUp).toBe(0);
  });

  it('no generator, no context and no session of an agent is kept in memory', () => {
    expect(left.watched).toBeGreaterThan(10_000);
    // The last few may still be on a stack.
    expect(left.notCollected).toBeLessThan(20);
  });

  it('no removed tool is retained by the toolkit or the session that called it', () => {
    expect(left.scopes).toBe(2);
    expect(left.removedTools).toBeLessThan(2);
  });

  it('the heap has not grown', () => {
    expect(left.grownMegabytes).toBeLessThan(10);
  });
});
