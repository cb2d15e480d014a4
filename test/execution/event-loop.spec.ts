import { jest } from '@jest/globals';
import { lastValueFrom, toArray } from 'rxjs';
import { ToolSpec } from 'toolwright';

/** The clock, which only chunks move on. */
let nowMs = 0;

describe('a stream whose chunks are slow to produce', () => {
  beforeEach(() => {
    nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => jest.restoreAllMocks());

  it.each<[string, (spec: ToolSpec) => Promise<unknown>]>([
    ['stream', (spec) => lastValueFrom(spec.stream({}).pipe(toArray()))],
    ['exec', (spec) => spec.exec({})],
    [
      'iterate',
      async (spec) => {
        for await (const _ of spec.iterate({}));
      },
    ],
  ])('yields to the event loop every other chunk, or every 8 ms: %s', async (_, read) => {
    for (const chunkMs of [1, 2, 7]) {
      const slow = ToolSpec.fromFunction(
        async function* () {
          for (let chunk = 0; chunk < 60; chunk++) {
            nowMs += chunkMs;
            yield 'chunk';
          }
        },
        { name: 'slow' },
      );
      const longest = longestWait();
      await read(slow);
      expect(longest()).toBeLessThanOrEqual(Math.max(8, 2 * chunkMs));
    }
  });
});

/** How long the event loop was kept waiting, from the first time that it turned, in the clock's milliseconds. */
function longestWait(): () => number {
  let lastMs: number | undefined;
  let longestMs = 0;
  let isOver = false;
  const turn = (): void => {
    if (lastMs !== undefined) longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    return longestMs;
  };
}
