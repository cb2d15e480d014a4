import { typeErrors } from './type-errors.js';

// Each program reads the entire package.
const timeoutMs = 120_000;

const dialects = [
  ['legacy', 'decorators/legacy.ts'],
  ['tc39', 'decorators/standard.ts'],
] as const;

describe.each(dialects)('the types of the decorators, under %s decorators', (dialect, fixture) => {
  const valid = [fixture, 'decorators/either.ts', 'decorators/typed-keys.ts'];
  let errors: ReturnType<typeof typeErrors> = {};

  beforeAll(() => {
    errors = typeErrors([...valid, 'decorators/misuse.ts'], dialect);
  }, timeoutMs);

  it.each(valid)('compile: %s', (file) => {
    expect(errors[file]).toEqual([]);
  });

  it('reject members for which the decorator throws', () => {
    const lines = errors['decorators/misuse.ts']?.map((error) => error.split(' ', 1)[0]?.split(':')[1]);
    expect(new Set(lines)).toEqual(new Set(['4', '7', '9', '12', '15']));
  });
});
