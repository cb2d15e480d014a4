/**
 * The hand-written tools that it measures validate with ajv, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'toolwright/dto';
import { floor, floorContender } from '../../bench/floor.js';
import type { Contender } from '../../bench/row.js';
import { loadRow } from '../../bench/rows.js';
import { plainLoop } from '../../bench/streams.js';
import { badArguments, goodArguments, isFound } from '../../bench/tools.js';

/** The part of a row that measures toolwright itself. */
async function ownContenders(name: string): Promise<readonly Contender[]> {
  const { parts } = await loadRow(name);
  const created = parts.filter(({ isPeer }) => isPeer !== true).map(({ create }) => create({ many: 2, few: 2 }));
  return (await Promise.all(created)).flat();
}

describe('the targets of the benchmarks', () => {
  it.each([
    ['call', /^spec\.call, (?!one parameter|20 )/, 7.5, floorContender, 4],
    ['call', /^spec\.call, one parameter$/, 7.5, { name: 'floor of one parameter' }, 1],
    ['call', /^spec\.call, 20 parameters$/, 7.5, { name: 'floor of 20 parameters' }, 1],
    ['dto', /^spec\.call, DTO$/, 11.5, floorContender, 1],
    ['exec', /^spec\.exec$/, 10.5, floorContender, 1],
    ['exec', /^toolkit\.execute$/, 15, floorContender, 1],
    ['one-more', /^toolkit\.execute, a (signal|time limit)$/, 10, floorContender, 2],
    ['one-more', /^toolkit\.execute, one (async )?middleware$/, 12, floorContender, 2],
    ['one-more', /^toolkit\.execute, one subscriber$/, 9, floorContender, 1],
    ['reject', /refused/, 21, floorContender, 3],
    ['dto', /a DTO with a rule of its own/, 120, floorContender, 2],
    ['stream', /^spec\.stream, per chunk$/, 4, plainLoop, 1],
    ['iterate', /^spec\.iterate, per chunk$/, 5.5, plainLoop, 1],
  ])('are those of the row %s for %p: %d times at most', async (row, pattern, maxRatio, base, count) => {
    const contenders = await ownContenders(row);
    const measured = contenders.filter(({ name }) => pattern.test(name));
    expect(measured).toHaveLength(count);
    for (const contender of measured) expect(contender).toMatchObject({ maxRatio, base: base.name });
    expect(contenders.filter(({ name }) => name === base.name)).toHaveLength(1);
  });

  it('are relative to a floor that checks its arguments and does the work', async () => {
    expect(isFound(await floor(goodArguments))).toBe(true);
    await expect(floor(badArguments)).rejects.toThrow(new TypeError('bad arguments'));
  });
});
