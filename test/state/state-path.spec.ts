import { DefinitionError, ToolState } from 'toolwright';
import { parseStatePath, stateKeyOf } from '../../src/call/state/state-path.js';
import { fc } from '../support/fast-check.js';

describe('parseStatePath', () => {
  it.each([
    ['user', ['user']],
    ['session.user.id', ['session', 'user', 'id']],
    ['items[0]', ['items', 0]],
    ['items[-1].name', ['items', -1, 'name']],
    ['grid[1][-2]', ['grid', 1, -2]],
    ['[0].a', [0, 'a']],
    ['a\\.b', ['a.b']],
    ['a\\.', ['a.']],
    ['a\\.[0]', ['a.', 0]],
    ['\\.a.b', ['.a', 'b']],
    ['filter\\[name\\]', ['filter[name]']],
    ['back\\\\slash', ['back\\slash']],
    ['with space.ключ.🔑', ['with space', 'ключ', '🔑']],
    ['0.1', ['0', '1']],
    ['toString.hasOwnProperty', ['toString', 'hasOwnProperty']],
  ])('parses %j', (path, steps) => {
    expect(parseStatePath(path).steps).toEqual(steps);
  });

  it.each([
    '',
    '.',
    '.a',
    'a.',
    'a..b',
    'a.[0]',
    '[0]a',
    'a[0]b',
    'a[',
    'a]',
    'a[]',
    'a[x]',
    'a[1.5]',
    'a[ 1]',
    'a\\',
    'a.b.',
  ])('rejects %j as malformed', (path) => {
    expect(() => parseStatePath(path)).toThrow(
      new DefinitionError(
        `'${path}' is not a state path. Write keys with dots and indexes in brackets, such as session.items[0].id, ` +
          'and \\. for a dot that belongs to a key.',
      ),
    );
  });

  it.each([undefined, null, 5, {}])('rejects %p, which is not a string', (path) => {
    expect(() => new ToolState().get(path as never)).toThrow(DefinitionError);
    expect(() => new ToolState().set(path as never, 1)).toThrow(DefinitionError);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'a.__proto__.b', 'a[0].constructor', '__proto\\__'])(
    'rejects %j, which is not allowed',
    (path) => {
      const state = new ToolState();
      for (const use of [
        () => state.get(path),
        () => state.has(path),
        () => state.set(path, 1),
        () => state.delete(path),
      ]) {
        expect(use).toThrow(/which is not allowed in a state path\. Use another key\.$/);
      }
      expect(({} as Record<string, unknown>).b).toBeUndefined();
    },
  );
});

describe('stateKeyOf', () => {
  it('escapes any name to a path of one step', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(name, (text) => {
        fc.pre(!['__proto__', 'constructor', 'prototype'].includes(text));
        expect(parseStatePath(stateKeyOf(text)).steps).toEqual([text]);
      }),
    );
  });
});
