import type { ExpectedCall } from '../../../src/build/checks/eval/eval-case.js';
import { type Match, matchCase } from '../../../src/build/checks/eval/match-case.js';

const expected = (tool: string | readonly string[], args: object = {}): ExpectedCall => ({
  tools: [tool].flat(),
  arguments: { ...args },
});
const call = (name: string, args: object = {}) => ({ name, arguments: { ...args } });

function match(
  expect: readonly ExpectedCall[],
  calls: readonly ReturnType<typeof call>[],
  never: string[] = [],
): Match {
  return matchCase({ name: 'case', messages: [], expect, never }, calls);
}

const right = { mistakes: [], difference: undefined, further: [] };

describe('the calls of a model', () => {
  it('are right if they are the expected ones, in any order', () => {
    expect(match([expected('a'), expected('b')], [call('b'), call('a')])).toEqual(right);
    expect(match([expected(['a', 'b'])], [call('b')])).toEqual(right);
    expect(match([], [])).toEqual(right);
  });

  it('are assigned so that as many as possible are right', () => {
    expect(match([expected(['a', 'b']), expected('a')], [call('a'), call('b')])).toEqual(right);
    const twice = [expected('a'), expected('a', { id: 1 })];
    expect(match(twice, [call('a', { id: 1 }), call('a', { id: 2 })])).toEqual(right);
  });

  it('may have further arguments, at every level', () => {
    const filter = { state: 'open', tags: ['x', 'y'] };
    expect(match([expected('a', { filter })], [call('a', { limit: 1, filter: { ...filter, by: 'me' } })])).toEqual(
      right,
    );
  });

  it.each([
    [{ id: 1 }, {}, "'id' is missing"],
    [{ id: 1 }, { id: '1' }, '\'id\' is "1", not 1'],
    [{ filter: { state: 'open' } }, { filter: { state: 'closed' } }, '\'filter.state\' is "closed", not "open"'],
    [{ filter: { state: 'open' } }, { filter: 'open' }, '\'filter\' is "open", not {"state":"open"}'],
    [{ tags: ['x'] }, { tags: ['x', 'y'] }, '\'tags\' is ["x","y"], not ["x"]'],
    [{ tags: [{ id: 1 }] }, { tags: [{ id: 1, by: 'me' }] }, '\'tags\' is [{"id":1,"by":"me"}], not [{"id":1}]'],
    [{ end: null }, { end: 0 }, "'end' is 0, not null"],
  ])('have wrong arguments if %j is expected and %j is sent', (wanted, sent, difference) => {
    expect(match([expected('a', wanted)], [call('a', sent)])).toEqual({ mistakes: [], difference, further: [] });
  });

  it('have wrong arguments if one call would have to be two', () => {
    const twice = [expected('a', { id: 1 }), expected('a', { id: 1 })];
    expect(match(twice, [call('a', { id: 1 }), call('a', { id: 2 })]).difference).toBe("'id' is 2, not 1");
  });

  it('are wrong if another tool is called, or none', () => {
    const missed = { expected: 'a', called: 'c' };
    expect(match([expected('a')], [call('c')]).mistakes).toEqual([missed]);
    expect(match([expected('a')], [call('c'), call('d')]).mistakes).toEqual([missed, { expected: 'a', called: 'd' }]);
    expect(match([expected(['a', 'b'])], []).mistakes).toEqual([{ expected: 'a or b', called: 'none' }]);
    expect(match([expected('a'), expected('b')], [call('c')]).mistakes).toEqual([
      missed,
      { expected: 'b', called: 'none' },
    ]);
  });

  it('are wrong if a tool is called where none is expected, or that must not be called', () => {
    expect(match([], [call('a')]).mistakes).toEqual([{ expected: 'none', called: 'a' }]);
    expect(match([expected('a')], [call('a'), call('b'), call('c')], ['c'])).toEqual({
      mistakes: [{ expected: 'none', called: 'c' }],
      further: ['b', 'c'],
    });
  });

  it('may have further ones that no one forbids', () => {
    expect(match([expected('a')], [call('b'), call('a'), call('a')], ['c'])).toEqual({ ...right, further: ['b', 'a'] });
  });
});
