import { typeErrors } from './type-errors.js';

// Each program reads the whole of the package.
const timeoutMs = 60_000;

describe('the type of a decorator', () => {
  it(
    'compiles under legacy decorators',
    () => {
      expect(
        typeErrors(['decorators/legacy.ts', 'decorators/either.ts', 'decorators/typed-keys.ts'], 'legacy'),
      ).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'compiles under TC39 decorators',
    () => {
      expect(
        typeErrors(['decorators/standard.ts', 'decorators/either.ts', 'decorators/typed-keys.ts'], 'tc39'),
      ).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'refuses what the decorator would throw on',
    () => {
      const lines = (decorators: 'legacy' | 'tc39') =>
        typeErrors(['decorators/misuse.ts'], decorators).map((error) => error.split(' ', 1)[0]?.split(':')[1]);
      expect(new Set(lines('legacy'))).toEqual(new Set(['4', '7', '9', '12', '15']));
      expect(new Set(lines('tc39'))).toEqual(new Set(['4', '7', '9', '12', '15']));
    },
    timeoutMs,
  );
});
