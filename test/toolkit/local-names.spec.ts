import { LocalNames, localNameOf } from '../../src/tool/spec/local-names.js';
import { fc } from '../support/fast-check.js';

describe('the local name of a remote tool', () => {
  it.each([
    ['read_file', 's', 's__read_file'],
    ['read-file-2', '', 'read-file-2'],
    ['x'.repeat(61), 's', `s__${'x'.repeat(61)}`],
  ])('is the remote name if every model accepts it: %s', (remote, prefix, local) => {
    expect(localNameOf(remote, prefix)).toBe(local);
  });

  it.each([
    ['read.file', 's', /^s__read_file_[0-9a-f]{8}$/],
    ['x'.repeat(62), 's', /^s__x{52}_[0-9a-f]{8}$/],
    ['lire le café', '', /^lire_le_caf__[0-9a-f]{8}$/],
    ['🫖', 'my shop', /^my_shop_____[0-9a-f]{8}$/],
  ])('ends with a digest of the remote name otherwise: %s', (remote, prefix, local) => {
    expect(localNameOf(remote, prefix)).toMatch(local);
    expect(localNameOf(remote, prefix).length).toBeLessThanOrEqual(64);
  });

  it('depends on the remote name and the prefix only, and is accepted by every model', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
        fc.string({ maxLength: 10 }),
        (remote, prefix) => {
          expect(localNameOf(remote, prefix)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          expect(localNameOf(remote, prefix)).toBe(localNameOf(remote, prefix));
        },
      ),
    );
  });
});

const twin = localNameOf('read.file', '');

describe('the names of a list', () => {
  it('do not depend on its order', () => {
    const remotes = ['read.file', 'read_file', 'read/file', 'x'.repeat(70)];
    const forwards = new LocalNames('s').assign(remotes).locals;
    const backwards = new LocalNames('s').assign([...remotes].reverse()).locals;
    expect(new Map([...backwards].sort())).toEqual(new Map([...forwards].sort()));
    expect(new Set(forwards.values()).size).toBe(4);
  });

  it('belong to the first of two tools that collide', () => {
    const { locals, conflicts } = new LocalNames('').assign(['read.file', twin]);
    expect([...locals]).toEqual([['read.file', twin]]);
    expect([...conflicts]).toEqual([[twin, 'read.file']]);
  });

  it('stay with their tool while it is listed, whatever the order', () => {
    const names = new LocalNames('');
    names.confirm(twin, 'read.file');
    const { locals, conflicts, previous } = names.assign([twin, 'read.file']);
    expect([...locals]).toEqual([['read.file', twin]]);
    expect([...conflicts]).toEqual([[twin, 'read.file']]);
    expect(previous.size).toBe(0);
  });

  it('report the tool that had the name before', () => {
    const names = new LocalNames('');
    names.confirm(twin, 'read.file');
    expect([...names.assign([twin]).previous]).toEqual([[twin, 'read.file']]);
    // An assignment that no one confirms changes nothing.
    expect([...names.assign([twin]).previous]).toEqual([[twin, 'read.file']]);
    names.confirm(twin, twin);
    expect(names.assign([twin]).previous.size).toBe(0);
  });

  it('ignore a tool that is listed twice', () => {
    expect([...new LocalNames('').assign(['a', 'a']).locals]).toEqual([['a', 'a']]);
  });
});
