import { isIdentifierName, propertyKey, toIdentifier, toTypeName } from '../../src/format/identifier.js';

describe('toIdentifier', () => {
  it.each([
    ['search', 'search'],
    ['kb-search', 'kb_search'],
    ['2fa', '_2fa'],
    ['-', '_'],
    ['class', '_class'],
    ['await', '_await'],
    ['größe.x', 'größe_x'],
    ['', '_'],
  ])('converts %j to %j', (name, identifier) => {
    expect(toIdentifier(name)).toBe(identifier);
    expect(isIdentifierName(identifier)).toBe(true);
  });
});

describe('propertyKey', () => {
  it('quotes names that are not identifiers', () => {
    expect(['a', 'class', 'a-b', '1', '', '__proto__', '名前'].map(propertyKey)).toEqual([
      'a',
      'class',
      '"a-b"',
      '"1"',
      '""',
      '"__proto__"',
      '名前',
    ]);
  });
});

describe('toTypeName', () => {
  it('joins words in PascalCase and starts with a letter', () => {
    expect(['Node', 'tree-node', 'Page<Inner>', '2d', '', '日本'].map(toTypeName)).toEqual([
      'Node',
      'TreeNode',
      'PageInner',
      'T2d',
      'T',
      '日本',
    ]);
  });
});
