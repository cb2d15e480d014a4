import { type LocalName, LocalNames } from '../../src/tool/spec/local-names.js';
import { digestNameOf, plainNameOf } from '../../src/tool/spec/plain-name.js';
import { fc } from '../support/fast-check.js';

/** Assigns names to a list of tools. */
function assign(names: LocalNames, remotes: readonly string[]): ReadonlyMap<string, LocalName> {
  for (const remote of remotes) names.claim(remote);
  const assigned = new Map<string, LocalName>();
  for (const remote of remotes) {
    const local = names.get(remote);
    if (local !== undefined) assigned.set(remote, local);
  }
  return assigned;
}

/** Returns the names that a new source assigns to one list. */
function namesOf(remotes: readonly string[], prefix = ''): Readonly<Record<string, string>> {
  const assigned = assign(new LocalNames(prefix), remotes);
  return Object.fromEntries([...assigned].map(([remote, { name }]) => [remote, name]));
}

const digestOf = (remote: string, length = 8): string => digestNameOf(remote, '', length);

describe('the local name of a remote tool', () => {
  it.each([
    ['read_file', 's', 's__read_file'],
    ['read-file-2', '', 'read-file-2'],
    ['__private__', '', '__private__'],
    ['x'.repeat(61), 's', `s__${'x'.repeat(61)}`],
  ])('is the remote name if every model accepts it: %s', (remote, prefix, local) => {
    expect(namesOf([remote], prefix)).toEqual({ [remote]: local });
  });

  it.each([
    ['repos/get', '', 'repos_get'],
    ['read.file', 'my shop', 'my_shop__read_file'],
    ['DELETE /pets/{id}', '', 'DELETE_pets_id'],
    ['lire le café', '', 'lire_le_cafe'],
    ['ｆｕｌｌ width', '', 'full_width'],
  ])('has no digest if it is unique: %s', (remote, prefix, local) => {
    expect(namesOf([remote], prefix)).toEqual({ [remote]: local });
  });

  it.each([
    [`${'word_'.repeat(20)}end`, '', `${'word_'.repeat(12)}word`],
    [`${'word-'.repeat(20)}end`, 's', `s__${'word-'.repeat(12).slice(0, -1)}`],
    ['getTheWord'.repeat(20), '', `${'getTheWord'.repeat(6)}get`],
    [`${'a'.repeat(64)}_b`, '', 'a'.repeat(64)],
    [`a_${'b'.repeat(500)}`, '', `a_${'b'.repeat(62)}`],
    ['_'.repeat(500), '', '_'.repeat(64)],
    ['x'.repeat(500), 'p'.repeat(70), 'p'.repeat(64)],
  ])('is cut after a word: %s', (remote, prefix, local) => {
    expect(namesOf([remote], prefix)).toEqual({ [remote]: local });
  });

  it.each([
    ['🫖', 'shop', /^shop__tool_[0-9a-f]{8}$/],
    ['{}/*', '', /^tool_[0-9a-f]{8}$/],
    ['日本語', '', /^tool_[0-9a-f]{8}$/],
    ['__proto__', '', /^__proto___[0-9a-f]{8}$/],
    ['/constructor', '', /^constructor_[0-9a-f]{8}$/],
  ])('has a digest if nothing else is left, or if it could reach a prototype: %s', (remote, prefix, local) => {
    expect(namesOf([remote], prefix)[remote]).toMatch(local);
  });

  it('is accepted by every model, unique and the same in any order', () => {
    // The letters make collisions likely.
    const name = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
      fc.string({ unit: fc.constantFrom('a', '_', '/', '.'), minLength: 1, maxLength: 4 }),
    );
    const remotes = fc.uniqueArray(name, { maxLength: 20 });
    fc.assert(
      fc.property(remotes, fc.string({ maxLength: 10 }), (list, prefix) => {
        const names = new Map([...assign(new LocalNames(prefix), list)].map(([remote, { name }]) => [remote, name]));
        const reversed = assign(new LocalNames(prefix), [...list].reverse());
        const one = new LocalNames(prefix);
        for (const remote of list) assign(one, [remote]);
        const later = assign(one, list);
        expect(names.size).toBe(list.length);
        expect(new Set(names.values()).size).toBe(list.length);
        for (const [remote, name] of names) {
          expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          expect(reversed.get(remote)?.name).toBe(name);
          expect(later.get(remote)?.name).toBe(name);
        }
      }),
    );
  });
});

describe('the names of tools that collide', () => {
  it.each([
    ['repos/get', 'repos_get'],
    ['repos_get', 'repos/get'],
    ['café', 'cafe'],
    [`${'word_'.repeat(20)}one`, `${'word_'.repeat(20)}two`],
  ])('all have digests: %s and %s', (one, other) => {
    expect(namesOf([one, other])).toEqual({ [one]: digestOf(one), [other]: digestOf(other) });
  });

  it('have digests as soon as the second arrives, and as long as the source exists', () => {
    const names = new LocalNames('');
    expect([...assign(names, ['repos_get'])]).toEqual([
      ['repos_get', { name: 'repos_get', plainName: undefined, formerName: undefined }],
    ]);
    const expected = { name: digestOf('repos_get'), plainName: 'repos_get', formerName: 'repos_get' };
    expect(assign(names, ['repos_get', 'repos/get']).get('repos_get')).toEqual(expected);
    // A name that is free again could otherwise call the other tool.
    expect(assign(names, ['repos_get']).get('repos_get')).toEqual(expected);
    expect(assign(names, ['repos/get']).get('repos/get')).toEqual({
      name: digestOf('repos/get'),
      plainName: 'repos_get',
      formerName: undefined,
    });
  });

  it('never include the name of a tool that is listed no more', () => {
    const names = new LocalNames('');
    assign(names, ['repos_get']);
    expect(assign(names, ['repos/get']).get('repos/get')?.name).toBe(digestOf('repos/get'));
  });

  it('include no name that another tool has as its own', () => {
    const twin = digestOf('repos/get');
    expect(namesOf(['repos/get', 'repos_get', twin])).toEqual({
      'repos/get': digestOf('repos/get', 32),
      repos_get: digestOf('repos_get'),
      [twin]: digestOf(twin),
    });
    const second = digestOf('repos/get', 32);
    expect(Object.keys(namesOf(['repos/get', 'repos_get', twin, second])).sort()).toEqual(
      ['repos_get', twin, second].sort(),
    );
  });

  it('include no reserved name', () => {
    const names = new LocalNames('');
    names.reserve('repos_get');
    expect(assign(names, ['repos/get', 'a/b'])).toEqual(
      new Map([
        ['repos/get', { name: digestOf('repos/get'), plainName: 'repos_get', formerName: undefined }],
        ['a/b', { name: 'a_b', plainName: undefined, formerName: undefined }],
      ]),
    );
    names.reserve('a_b');
    expect(names.get('a/b')).toMatchObject({ name: digestOf('a/b'), formerName: 'a_b' });
  });

  it('take no stack for a chain of them', () => {
    const chain = ['a/b', 'a_b'];
    while (chain.length < 5_000) chain.push(digestOf(chain.at(-1) ?? ''));
    expect(assign(new LocalNames(''), chain).size).toBeGreaterThan(4_990);
  });

  it('ignore a tool that is listed twice', () => {
    expect(namesOf(['a', 'a'])).toEqual({ a: 'a' });
    expect(plainNameOf('a', '')).toBe('a');
  });
});
