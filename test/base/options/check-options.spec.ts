import { checkOptionNames, type OptionNames } from '../../../src/base/options/check-options.js';

interface Limits {
  readonly maxBytes?: number | undefined;
}

interface Options {
  readonly name: string;
  readonly limits?: boolean | Limits | undefined;
  readonly rules?: readonly Limits[] | undefined;
  readonly byName?: Readonly<Record<string, Limits>> | undefined;
}

const limits: OptionNames<Limits> = { maxBytes: true };
const known: OptionNames<Options> = { name: true, limits, rules: [limits], byName: [limits] };

describe('a table of the names of options', () => {
  it('does not compile without a name, with another one, and with the names of other options', () => {
    // @ts-expect-error `maxBytes` is missing.
    const missing: OptionNames<Limits> = {};
    // @ts-expect-error `maxByte` does not exist.
    const stale: OptionNames<Limits> = { maxBytes: true, maxByte: true };
    // @ts-expect-error `limits` has other options.
    const wrong: OptionNames<Options> = { name: true, limits: { name: true }, rules: true, byName: true };
    // @ts-expect-error A text has no options.
    const within: OptionNames<Options> = { name: { first: true }, limits: true, rules: true, byName: true };
    expect([missing, stale, wrong, within]).toHaveLength(4);
  });

  it.each<readonly [object, string]>([
    [{ nam: 'a' }, "f: there is no option 'nam'. Did you mean 'name'?"],
    [{ limits: { maxByte: 1 } }, "f: limits: there is no option 'maxByte'. Did you mean 'maxBytes'?"],
    [{ rules: [{}, { maxByte: 1 }] }, "f: rules[1]: there is no option 'maxByte'. Did you mean 'maxBytes'?"],
    [{ byName: { a: { maxByte: 1 } } }, "f: byName.a: there is no option 'maxByte'. Did you mean 'maxBytes'?"],
    [{ other: 1 }, "f: there is no option 'other'. The options are name, limits, rules, byName."],
  ])('refuses %j', (options, message) => {
    expect(() => checkOptionNames(options, known, 'f')).toThrow(message);
  });

  it.each([{}, { name: 'a', limits: true }, { limits: undefined, rules: [], byName: {} }, { other: undefined }])(
    'accepts %j',
    (options) => {
      expect(() => checkOptionNames(options, known, 'f')).not.toThrow();
    },
  );
});
