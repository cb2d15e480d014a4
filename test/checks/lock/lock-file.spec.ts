import { readLock, writeLock } from '../../../src/build/checks/lock/lock-file.js';

const definitions = {
  servers: {},
  tools: { find: { description: 'Finds goods.', inputSchema: { type: 'object', properties: {} } } },
} as const;

describe('a lock file', () => {
  it('is read as it was written, in any form of JSON', () => {
    const text = writeLock(definitions);
    expect(readLock(text)).toEqual(definitions);
    expect(readLock(JSON.stringify(JSON.parse(text)))).toEqual(definitions);
    expect(readLock(text.replaceAll('\n', '\r\n'))).toEqual(definitions);
  });

  it('does not depend on the order of tools and keys', () => {
    const { find } = definitions.tools;
    const one = writeLock({ servers: {}, tools: { find, add: { inputSchema: { type: 'object', required: [] } } } });
    const other = writeLock({ tools: { add: { inputSchema: { required: [], type: 'object' } }, find }, servers: {} });
    expect(one).toBe(other);
  });

  it.each([
    ['marks of a merge', (text: string) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`, /marks of a merge/],
    ['another description', (text: string) => text.replace('Finds', 'Sells'), /does not match its digest/],
    ['a tool of another branch', (text: string) => text.replace('"find": {', '"find": {}, "add": {'), /its digest/],
    ['half of its text', (text: string) => text.slice(0, text.length / 2), /it is not JSON/],
    ['no tools', () => '{}', /it is no lock file/],
    ['a later version', (text: string) => text.replace('"lockVersion": 1', '"lockVersion": 2'), /its version is 2/],
    ['another shape', () => '{ "lockVersion": 1, "servers": {}, "tools": { "find": 1 } }', /it has no table of tools/],
  ])('is refused with %s', (_, change, message) => {
    const broken = change(writeLock(definitions));
    expect(() => readLock(broken)).toThrow(message);
    expect(() => readLock(broken)).toThrow("Write it again with 'toolwright lock'");
  });
});
