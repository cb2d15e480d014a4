import { acceptsShape } from '../../../src/integrations/dev/page/model/accepts-shape.js';
import { withoutSecrets } from '../../../src/integrations/dev/page/model/without-secrets.js';
import { expectCpuMsBelow } from '../../support/cpu-time.js';

const person = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 3 },
    age: { type: ['integer', 'null'] },
    role: { enum: ['admin', 'guest'] },
    tags: { type: 'array', items: { type: 'string' } },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
    pay: {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'card' }, number: { type: 'string' } } },
        { type: 'object', properties: { kind: { const: 'cash' } }, additionalProperties: false },
      ],
    },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    any: {},
  },
  required: ['name'],
  additionalProperties: false,
};

describe('acceptsShape', () => {
  it.each([
    ['nothing', {}],
    ['a text that is too short', { name: '' }],
    ['null where it is accepted', { age: null }],
    ['values of the types', { age: 1, role: 'guest', tags: ['a'], pair: ['a', 1], labels: { a: 'b' }, any: [1] }],
    ['an incomplete variant', { pay: { kind: 'card' } }],
  ])('accepts %s', (_, value) => {
    expect(acceptsShape(person, value)).toBe(true);
  });

  it.each([
    ['another type', { name: 1 }],
    ['no object', []],
    ['null where it is not accepted', { name: null }],
    ['a property that was removed', { nickname: 'a' }],
    ['an option that was removed', { role: 'owner' }],
    ['items of another type', { tags: ['a', 1] }],
    ['an item of another type in its place', { pair: [1, 'a'] }],
    ['what no variant accepts', { pay: { kind: 'cheque' } }],
  ])('refuses %s', (_, value) => {
    expect(acceptsShape(person, value)).toBe(false);
  });

  it('ends for a union that contains itself', async () => {
    const union = { anyOf: [{ $ref: '#' }, { type: 'array', items: { $ref: '#' } }] };
    await expectCpuMsBelow(2_000, () => expect(acceptsShape(union, [[['a']]])).toBe(false));
  });
});

describe('withoutSecrets', () => {
  const secret = { type: 'string', format: 'password' };
  const login = {
    type: 'object',
    properties: {
      user: { type: 'string' },
      password: secret,
      keys: { type: 'array', items: { $ref: '#/$defs/key' } },
      names: { type: 'array', items: { type: 'string' } },
      pin: { anyOf: [{ type: 'integer' }, { type: 'string', writeOnly: true }] },
      proof: {
        oneOf: [
          { type: 'object', properties: { kind: { const: 'code' }, code: { type: 'string', writeOnly: true } } },
          { type: 'object', properties: { kind: { const: 'mail' }, to: { type: 'string' } } },
        ],
      },
      any: {},
    },
    $defs: { key: secret },
  };

  it('removes the values that the schema marks, wherever they are', () => {
    const input = {
      ...{ user: 'ada', password: 'p', keys: ['k'], names: ['a', 'b'], pin: 123 },
      ...{ proof: { kind: 'code', code: '1' }, any: { password: 'p' }, unknown: 'u' },
    };
    expect(withoutSecrets(login, input)).toEqual({ user: 'ada', names: ['a', 'b'], proof: { kind: 'code' } });
    expect(withoutSecrets(login, { proof: { kind: 'mail', to: 'a@b' } })).toEqual({
      proof: { kind: 'mail', to: 'a@b' },
    });
  });

  it('keeps everything if the schema marks nothing', () => {
    const input = { any: { password: 'p' }, unknown: 1 };
    expect(withoutSecrets(person, input)).toBe(input);
  });

  it('ends for a union that contains itself', async () => {
    const union = { anyOf: [{ $ref: '#' }, { $ref: '#' }, { type: 'object', properties: { a: secret } }] };
    await expectCpuMsBelow(2_000, () => expect(withoutSecrets(union, { a: 'p' })).toEqual({}));
  });
});
