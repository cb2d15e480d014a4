import {
  keysOf,
  pointerOf,
  valueAt,
  withMoved,
  withProperty,
  withRenamed,
  withValueAt,
} from '../../../src/integrations/dev/page/model/json-pointer.js';

describe('JSON Pointers', () => {
  it('escape slashes and tildes', () => {
    expect(pointerOf(['a/b', 0, '~'])).toBe('/a~1b/0/~0');
    expect(keysOf('/a~1b/0/~0')).toEqual(['a/b', '0', '~']);
    expect(pointerOf([])).toBe('');
  });

  it('lead to own values only', () => {
    expect(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
    expect(valueAt({}, ['constructor'])).toBeUndefined();
    expect(valueAt(1, ['a'])).toBeUndefined();
  });
});

describe('changes of a value', () => {
  it('copy what is on the path, and nothing else', () => {
    const value = { a: { b: 1 }, c: { d: 2 } };
    const changed = withValueAt(value, ['a', 'b'], 3);
    expect(changed).toEqual({ a: { b: 3 }, c: { d: 2 } });
    expect(valueAt(changed, ['c'])).toBe(value.c);
    expect(value.a.b).toBe(1);
  });

  it('create the objects of a path', () => {
    expect(withValueAt({}, ['a', 'b'], 1)).toEqual({ a: { b: 1 } });
  });

  it('remove a property, and keep the place of an item', () => {
    expect(withValueAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
    expect(withValueAt([1, 2], [0], undefined)).toEqual([null, 2]);
  });

  it('treat __proto__ as a name', () => {
    expect(Object.keys(withProperty({}, '__proto__', { a: 1 }))).toEqual(['__proto__']);
  });

  it('rename a property in its place', () => {
    expect(Object.entries(withRenamed({ a: 1, b: 2, c: 3 }, 'a', 'c'))).toEqual([
      ['c', 1],
      ['b', 2],
    ]);
  });

  it('move an item', () => {
    expect(withMoved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(withMoved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  });
});
