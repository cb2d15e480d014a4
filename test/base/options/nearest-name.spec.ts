import { nearestName } from '../../../src/base/options/nearest-name.js';

describe('nearestName', () => {
  it.each([
    ['querry', 'query'],
    ['qurey', 'query'],
    ['qery', 'query'],
    ['Query', 'query'],
    ['quary', 'query'],
    ['max_results', 'maxResults'],
    ['MAXRESULTS', 'maxResults'],
    ['limt', 'limit'],
  ])('finds %s for %s', (name, meant) => {
    expect(nearestName(name, ['unrelated', 'query', 'maxResults', 'limit'])).toBe(meant);
  });

  it.each(['filter', 'x', '', 'queryqueryquery', 'q'.repeat(1_000_000)])('finds nothing near %.20s', (name) => {
    expect(nearestName(name, ['query', 'limit', 'a'])).toBeUndefined();
  });

  it('prefers the nearest name, and the first of equally near names', () => {
    expect(nearestName('names', ['game', 'name', 'named'])).toBe('name');
    expect(nearestName('tag', ['bag', 'tags'])).toBe('bag');
  });

  it('allows one wrong letter in three', () => {
    expect(nearestName('abcdef', ['abcdxy'])).toBe('abcdxy');
    expect(nearestName('abcdef', ['abcxyz'])).toBeUndefined();
    expect(nearestName('ab', ['ax'])).toBe('ax');
  });

  it('does not propose the name itself', () => {
    expect(nearestName('query', ['query'])).toBeUndefined();
  });

  it('counts two swapped neighbours as one mistake', () => {
    expect(nearestName('ba', ['ab'])).toBe('ab');
    expect(nearestName('hlelo wolrd', ['hello world'])).toBe('hello world');
  });
});
