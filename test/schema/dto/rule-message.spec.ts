import { ValidationUtils } from 'class-validator/cjs/validation/ValidationUtils.js';
import { filledMessage, RuleMessages } from '../../../src/schema/dto/rule-message.js';
import type { RulePlace } from '../../../src/schema/dto/validation-rules.js';
import { fc, runs } from '../../support/fast-check.js';

const tokens = ['$constraint1', '$constraint2', '$constraint12', '$property', '$target', '$value'];
const pieces = [...tokens, ...['$', '$$', '$&', '$1', '$con', 'straint1', 'prop', 'erty', '1', ' ', 'text', '']];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''));
const word = fc.oneof(text, fc.constantFrom(0, 1.5, -1, true, false));
const constraint = fc.oneof(word, fc.array(word, { maxLength: 3 }));
const odd = fc.constantFrom(null, undefined, { a: 1 }, [null], [[1]], [{}], /a/, Symbol('s'), () => 1);

function placeFor(rest: Partial<RulePlace>): RulePlace {
  return { targetName: 'Dto', property: 'name', object: {}, value: 'v', constraints: [], ...rest };
}

describe('filledMessage', () => {
  it('says what class-validator would say, or leaves it to class-validator', () => {
    let filled = 0;
    fc.assert(
      fc.property(
        text,
        fc.array(fc.oneof({ weight: 9, arbitrary: constraint }, { weight: 1, arbitrary: odd }), { maxLength: 13 }),
        fc.record({ targetName: text, property: text, value: fc.oneof(text, fc.constantFrom(5, null, {})) }),
        (message, constraints, rest) => {
          const place = placeFor({ ...rest, constraints });
          const own = filledMessage(message, place);
          if (own === undefined) return;
          filled++;
          expect(own).toBe(ValidationUtils.replaceMessageSpecialTokens(message, place));
        },
      ),
      { numRuns: runs(5) },
    );
    expect(filled).toBeGreaterThan(0);
  });

  it.each<[string, readonly unknown[], string]>([
    ['must be set', [], 'must be set'],
    ['$property must be a string', [], 'name must be a string'],
    ['each value in $property of $target, $property', [], 'each value in name of Dto, name'],
    ['at least $constraint1 and at most $constraint2', [1, 20], 'at least 1 and at most 20'],
    ['one of $constraint1', [['a', 5, true]], 'one of a, 5, true'],
    ['$constraint1, $constraint12', ['x'], 'x, x2'],
    ['costs $ and $constraint2', [5], 'costs $ and $constraint2'],
  ])('fills in %j with %j', (message, constraints, filled) => {
    expect(filledMessage(message, placeFor({ constraints }))).toBe(filled);
  });

  it.each<[string, unknown, Partial<RulePlace>]>([
    ['a function', () => 'a', {}],
    ['no message', '', {}],
    ['a message that tells the value', 'not $value', {}],
    ['a constraint with a dollar', '$constraint1', { constraints: ['$&'] }],
    ['a constraint in a list with a dollar', '$constraint1', { constraints: [['a', '$1']] }],
    ['a constraint that is no word', '$constraint1', { constraints: [{}] }],
    ['a list with something that is no word', '$constraint1', { constraints: [['a', null]] }],
    ['a property with a dollar', '$property', { property: '$' }],
    ['a class whose name is no text', 'of $target', { targetName: (() => 1) as unknown as string }],
  ])('leaves %s to class-validator', (_, message, rest) => {
    expect(filledMessage(message, placeFor(rest))).toBeUndefined();
  });
});

describe('RuleMessages', () => {
  it('say the same, whatever they have said before', () => {
    const asked = fc.array(fc.record({ message: text, targetName: fc.constantFrom('Dto', 'Other') }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.oneof(constraint, odd), { maxLength: 2 }), asked, (constraints, asks) => {
        const messages = new RuleMessages(constraints);
        for (const { message, targetName } of asks) {
          const place = placeFor({ constraints, targetName });
          expect(messages.filled(message, place)).toBe(filledMessage(message, place));
        }
      }),
    );
  });

  it('follow a list that changes', () => {
    const allowed = ['a'];
    const messages = new RuleMessages([allowed]);
    const filled = (): unknown => messages.filled('one of $constraint1', placeFor({ constraints: [allowed] }));
    expect(filled()).toBe('one of a');
    allowed.push('b');
    expect(filled()).toBe('one of a, b');
  });
});
