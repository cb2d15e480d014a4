import { isInRange } from '../../src/build/cli/doctor/version-range.js';
import { readManifest } from '../support/repository.js';

describe('isInRange', () => {
  it.each([
    ['1.2.3', '^1.2.3', true],
    ['1.10.0', '^1.2.3', true],
    ['1.2.2', '^1.2.3', false],
    ['2.0.0', '^1.2.3', false],
    ['0.15.9', '^0.15.1', true],
    ['0.16.0', '^0.15.1', false],
    ['0.0.4', '^0.0.3', false],
    ['0.68.9', '~0.68.0', true],
    ['0.69.0', '~0.68.0', false],
    ['20.19.0', '>=20.19', true],
    ['v22.0.0', '>=20.19', true],
    ['20.18.3', '>=20.19', false],
    ['7.1.0', '^6.0.0 || ^7.0.0', true],
    ['8.0.0', '^6.0.0 || ^7.0.0', false],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '1.2.3', false],
    ['7.0.0-rc.1', '^7.0.0', false],
    ['7.0.0+build', '^7.0.0', true],
    ['unknown', '^7.0.0', false],
  ])('of %s and %s is %j', (version, range, isIn) => {
    expect(isInRange(version, range)).toBe(isIn);
  });

  it('reads each range of the manifest', () => {
    const { engines, peerDependencies = {} } = readManifest();
    const ranges = [engines?.node, ...Object.values(peerDependencies)];
    const known = /^(?:[~^]?\d+\.\d+\.\d+|>=\d+\.\d+)$/;
    const unknown = ranges.flatMap((range) => String(range).split(' || ')).filter((part) => !known.test(part));
    expect(unknown).toEqual([]);
  });
});
