import { root, runNode } from '../support/repository.js';

/** What `soak-probe.mjs` saw, each time after another tenth of its calls. */
interface Soak {
  readonly calls: number;
  readonly callsPerPoint: number;
  readonly events: number;
  readonly points: readonly { readonly heapUsed: number; readonly timers: number; readonly listeners: number }[];
}

describe('over 1,000,000 calls of every kind', () => {
  let soak: Soak;

  beforeAll(() => {
    soak = JSON.parse(runNode(['--expose-gc', 'test/execution/soak-probe.mjs'], { cwd: root })) as Soak;
  }, 240_000);

  it('each call is made', () => {
    expect(soak.calls).toBe(1_000_000);
    // A tenth of them is watched, and as much again beforehand: each has at least a beginning and an end.
    expect(soak.events).toBeGreaterThanOrEqual(220_000);
  });

  it('the heap does not grow', () => {
    // The smallest object that one kind of call could leave behind has 16 bytes: 1.6 over the ten kinds.
    expect(slopeOf(soak.points.map(({ heapUsed }) => heapUsed)) / soak.callsPerPoint).toBeLessThan(1);
  });

  it('no timer runs at any time between calls', () => {
    expect(soak.points.map(({ timers }) => timers)).toEqual(soak.points.map(() => 0));
  });

  it('no listener remains on the signal that they share', () => {
    expect(soak.points.map(({ listeners }) => listeners)).toEqual(soak.points.map(() => 0));
  });
});

/** How much is added from one value to the next: the median over all pairs, so that one odd value changes nothing. */
function slopeOf(values: readonly number[]): number {
  const slopes = values
    .flatMap((value, at) => values.slice(at + 1).map((later, index) => (later - value) / (index + 1)))
    .sort((one, other) => one - other);
  return slopes[Math.floor(slopes.length / 2)] ?? Number.NaN;
}
