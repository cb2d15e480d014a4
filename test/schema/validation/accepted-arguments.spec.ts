import type { JsonSchema } from '../../../src/json-schema.js';
import type { InputContract } from '../../../src/schema/input/input-contract.js';
import type { Received } from '../../../src/schema/input/receiver.js';
import { ArgumentValidator } from '../../../src/schema/validation/argument-validator.js';
import { objectOf } from './json-tool.js';

function validatorOf(enforced: JsonSchema, rest: Partial<InputContract> = {}): ArgumentValidator {
  const published = enforced;
  const [receive, take, wholeName, authored] = [undefined, undefined, undefined, undefined];
  const contract: InputContract = {
    ...{ published, enforced, receive, take, layout: 'object', wholeName, authored, hidden: new Set() },
    ...rest,
  };
  return new ArgumentValidator(contract, 'search');
}

// What `accept` leaves is judged at length, to the same end: only asking it shows that it takes what it is for.
describe('ArgumentValidator.accept', () => {
  const searching = objectOf({ query: { type: 'string' }, limit: { default: 10 } }, { additionalProperties: false });

  it('takes good arguments, and fills in defaults', () => {
    const given = { query: 'a' };
    expect(validatorOf(searching).accept(given)).toEqual({ query: 'a', limit: 10 });
    expect(validatorOf(objectOf({ query: { type: 'string' } })).accept(given)).toEqual(given);
    expect(given).toEqual({ query: 'a' });
  });

  it.each([undefined, null, 5, '{"query":"a"}', () => ({})])('leaves %p, which is no object', (given) => {
    expect(validatorOf(searching).accept(given)).toBeUndefined();
  });

  it.each<[string, object]>([
    ['the schema refuses', { query: 5 }],
    ['the intake leaves', { query: {} }],
    [
      'cannot be read',
      {
        get query(): never {
          throw new RangeError('not to be read');
        },
      },
    ],
  ])('leaves what %s', (_, given) => {
    expect(validatorOf(searching).accept(given)).toBeUndefined();
  });

  it.each<[string, JsonSchema]>([
    ['is open', objectOf({ query: {} })],
    ['has patterns', objectOf({ query: {} }, { additionalProperties: false, patternProperties: { '^k': {} } })],
  ])('leaves hidden names where the schema %s', (_, schema) => {
    const validator = validatorOf(schema, { hidden: new Set(['key']) });
    expect(validator.accept({ query: 'a' })).toEqual({ query: 'a' });
    expect(validator.accept({ key: 'a' })).toBeUndefined();
    expect(validatorOf(schema).accept({ key: 'a' })).toEqual({ key: 'a' });
  });

  it('copies for a receiver by what is published, and all that may be looked into', () => {
    const published = objectOf({ at: { type: 'object', properties: { x: {} } } }, { additionalProperties: false });
    const receive = (value: unknown): Received => ({ ok: true, value });
    const given = { at: { x: 1 }, more: { deep: [] } };
    const validator = validatorOf(objectOf({}), { published, receive });
    expect(validator.accept(given)).toBeUndefined();
    const { value } = validator.judge(given, undefined) as unknown as { readonly value: typeof given };
    expect(value).toEqual(given);
    expect(value.at).not.toBe(given.at);
    expect(value.more.deep).not.toBe(given.more.deep);
  });

  it('gives what a receiver takes as it comes, and leaves the rest to it', () => {
    const published = objectOf({ at: { type: 'string' } });
    const receive = (value: unknown): Received => ({ ok: true, value: { received: value } });
    const take = ({ at }: { readonly at?: unknown }): object | undefined => {
      if (at === 'bad') throw new RangeError('cannot be made');
      return at === 'now' ? { taken: at } : undefined;
    };
    const validator = validatorOf(objectOf({}), { published, receive, take });
    expect(validator.accept({ at: 'now' })).toEqual({ taken: 'now' });
    for (const at of ['bad', 'then']) {
      expect(validator.accept({ at })).toBeUndefined();
      expect(validator.judge({ at }, undefined)).toEqual({ ok: true, value: { received: { at } } });
    }
    expect(validator.accept('{"at":"now"}')).toBeUndefined();
  });
});
