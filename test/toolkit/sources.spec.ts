import { Subject } from 'rxjs';
import { Toolkit, type ToolSource, ToolSpec } from 'toolwright';
import { turns } from '../execution/waiting.js';

/** A source whose every reading is answered by hand. */
class Shelf implements ToolSource {
  readonly name: string;
  readonly changes$ = new Subject<void>();
  closed = 0;
  closing: () => Promise<void> = async () => {};
  readonly readings: { readonly give: (...names: string[]) => Promise<void>; readonly fail: () => Promise<void> }[] =
    [];

  constructor(name = 'shelf') {
    this.name = name;
  }

  specs(): Promise<readonly ToolSpec[]> {
    return new Promise((resolve, reject) => {
      this.readings.push({
        give: (...names) => {
          resolve(names.map(toolNamed));
          return turns(5);
        },
        fail: () => {
          reject(new RangeError('unreadable'));
          return turns(5);
        },
      });
    });
  }

  close(): Promise<void> {
    this.closed++;
    this.changes$.next();
    return this.closing();
  }
}

function toolNamed(name: string): ToolSpec {
  return ToolSpec.fromFunction(() => name, { name });
}

function names(toolkit: Toolkit): readonly string[] {
  return toolkit.list().map((spec) => spec.name);
}

async function withShelf(
  options: Parameters<Toolkit['registerSource']>[1] = {},
): Promise<{ readonly toolkit: Toolkit; readonly shelf: Shelf }> {
  const [toolkit, shelf] = [new Toolkit(), new Shelf()];
  const registered = toolkit.registerSource(shelf, options);
  await shelf.readings[0]?.give('one', 'two');
  await registered;
  return { toolkit, shelf };
}

/** Returns the warnings that are emitted while a function runs. */
async function warningsOf(run: () => Promise<void>): Promise<readonly string[]> {
  const warnings: string[] = [];
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error) => {
    warnings.push(String(warning));
  };
  try {
    await run();
    await turns(5);
    return warnings;
  } finally {
    process.emitWarning = emitWarning;
  }
}

describe('registerSource', () => {
  describe('creates the groups that a source declares', () => {
    const inGroup = (name: string, group: string): ToolSpec => ToolSpec.fromFunction(() => name, { name, group });
    const sourceOf = (...specs: readonly ToolSpec[]): ToolSource => ({
      name: 'grouped',
      specs: async () => specs,
      groups: [{ name: 'used', description: 'Used.', active: true }, { name: 'unused' }, { name: 'known' }],
      close: async () => {},
    });

    it('and its tools use, and removes them with its tools', async () => {
      const toolkit = new Toolkit();
      toolkit.createGroup('known', { description: 'Of the application.' });
      await toolkit.registerSource(sourceOf(inGroup('a', 'used'), inGroup('b', 'known')));
      expect(toolkit.groups().map(({ name, description, active }) => [name, description, active])).toEqual([
        ['basic', undefined, true],
        ['known', 'Of the application.', false],
        ['used', 'Used.', true],
      ]);
      await toolkit.removeSource('grouped');
      expect(toolkit.groups().map(({ name }) => name)).toEqual(['basic', 'known']);
    });

    it('and none if its tools cannot be added', async () => {
      const toolkit = new Toolkit();
      toolkit.register(toolNamed('a'));
      await expect(toolkit.registerSource(sourceOf(inGroup('a', 'used')))).rejects.toThrow("'a'");
      expect(toolkit.groups().map(({ name }) => name)).toEqual(['basic']);
    });

    it('and leaves those that still have another tool', async () => {
      const toolkit = new Toolkit();
      await toolkit.registerSource(sourceOf(inGroup('a', 'used')));
      toolkit.register(inGroup('b', 'used'));
      await toolkit.removeSource('grouped');
      expect(toolkit.groups().map(({ name }) => name)).toEqual(['basic', 'used']);
    });
  });

  it('adds the tools of a source as register does', async () => {
    const { toolkit } = await withShelf({ prefix: 'shelf', exclude: ['two'] });
    expect(names(toolkit)).toEqual(['shelf__one']);
    expect((await toolkit.execute('shelf__one')).data).toBe('one');
  });

  it('rejects a second source of the same name, even while the first is being read', async () => {
    const [toolkit, shelf] = [new Toolkit(), new Shelf()];
    const first = toolkit.registerSource(shelf);
    await expect(toolkit.registerSource(new Shelf())).rejects.toThrow("There is a source 'shelf' already.");
    await shelf.readings[0]?.give('one');
    await first;
    expect(names(toolkit)).toEqual(['one']);
  });

  it('rejects with the error of the source, leaves it open, and allows another attempt', async () => {
    const [toolkit, shelf] = [new Toolkit(), new Shelf()];
    const first = toolkit.registerSource(shelf);
    void shelf.readings[0]?.fail();
    await expect(first).rejects.toThrow('unreadable');
    expect([shelf.closed, shelf.changes$.observed]).toEqual([0, false]);
    const second = toolkit.registerSource(shelf);
    await shelf.readings[1]?.give('one');
    await second;
    expect(names(toolkit)).toEqual(['one']);
  });

  it('adds no tools if one cannot be added', async () => {
    const [toolkit, shelf] = [new Toolkit(), new Shelf()];
    toolkit.register(toolNamed('two'));
    const registered = toolkit.registerSource(shelf);
    void shelf.readings[0]?.give('one', 'two');
    await expect(registered).rejects.toThrow("There is a tool named 'two' already.");
    expect(names(toolkit)).toEqual(['two']);
    await expect(toolkit.removeSource('shelf')).rejects.toThrow("There is no source 'shelf'. No source is registered.");
  });
});

describe('a source that changes', () => {
  it('has its tools replaced, in the same positions', async () => {
    const { toolkit, shelf } = await withShelf();
    toolkit.register(toolNamed('mine'));
    shelf.changes$.next();
    await shelf.readings[1]?.give('two', 'three', 'one');
    expect(names(toolkit)).toEqual(['one', 'two', 'mine', 'three']);
    shelf.changes$.next();
    await shelf.readings[2]?.give('two');
    expect(names(toolkit)).toEqual(['two', 'mine']);
  });

  it('notifies changes$', async () => {
    const { toolkit, shelf } = await withShelf();
    await new Promise((resolve) => setTimeout(resolve, 40));
    const changed = new Promise<void>((resolve) => toolkit.changes$.subscribe(() => resolve()));
    shelf.changes$.next();
    await shelf.readings[1]?.give('three');
    await changed;
    expect(names(toolkit)).toEqual(['three']);
  });

  it('applies the latest reading, in whatever order the readings end', async () => {
    const { toolkit, shelf } = await withShelf();
    shelf.changes$.next();
    shelf.changes$.next();
    await shelf.readings[2]?.give('new');
    await shelf.readings[1]?.give('old');
    expect(names(toolkit)).toEqual(['new']);
  });

  it('is read again if it changes during the first reading', async () => {
    const [toolkit, shelf] = [new Toolkit(), new Shelf()];
    const registered = toolkit.registerSource(shelf);
    shelf.changes$.next();
    await shelf.readings[0]?.give('old');
    await registered;
    await shelf.readings[1]?.give('new');
    expect(names(toolkit)).toEqual(['new']);
  });

  it.each<[string, (shelf: Shelf) => Promise<void>, string]>([
    ['cannot be read', async (shelf) => shelf.readings[1]?.fail(), 'unreadable'],
    ['takes a name that is taken', async (shelf) => shelf.readings[1]?.give('three', 'mine'), "named 'mine' already"],
  ])('retains its tools if it %s, with a warning', async (_, answer, reason) => {
    const { toolkit, shelf } = await withShelf();
    toolkit.register(toolNamed('mine'));
    const warnings = await warningsOf(async () => {
      shelf.changes$.next();
      await answer(shelf);
    });
    expect(warnings).toEqual([expect.stringMatching(`The tools of 'shelf' could not be read again: .*${reason}`)]);
    expect(names(toolkit)).toEqual(['one', 'two', 'mine']);
  });

  it.each<[string, Parameters<typeof withShelf>[0], readonly string[]]>([
    ['include', { include: ['one', 'two'] }, ['two']],
    ['exclude', { exclude: ['one'] }, ['two', 'three']],
    ['overrides', { overrides: { one: { description: 'First' } } }, ['two', 'three']],
  ])('may lose a tool that %s names, and add it again', async (_, options, left) => {
    const { toolkit, shelf } = await withShelf(options);
    const before = toolkit.list().map(({ name, description }) => [name, description]);
    const warnings = await warningsOf(async () => {
      shelf.changes$.next();
      await shelf.readings[1]?.give('two', 'three');
    });
    expect([warnings, names(toolkit)]).toEqual([[], left]);
    shelf.changes$.next();
    await shelf.readings[2]?.give('one', 'two');
    expect(
      toolkit
        .list()
        .map(({ name, description }) => [name, description])
        .sort(),
    ).toEqual(before);
  });

  it('may lose the argument of a preset', async () => {
    const toolkit = new Toolkit();
    const changes$ = new Subject<void>();
    let specs: readonly ToolSpec[] = [
      ToolSpec.fromFunction((key: string) => key, { name: 'one', params: { key: { type: String } } }),
    ];
    const source = { name: 'shelf', changes$, specs: async () => specs, close: async () => {} };
    await toolkit.registerSource(source, { preset: { key: 'k1' } });
    expect((await toolkit.execute('one')).data).toBe('k1');
    specs = [toolNamed('two')];
    const warnings = await warningsOf(async () => changes$.next());
    expect([warnings, names(toolkit)]).toEqual([[], ['two']]);
  });

  it('is no longer updated when its changes fail, and emits a warning', async () => {
    const { toolkit, shelf } = await withShelf();
    const warnings = await warningsOf(async () => shelf.changes$.error(new RangeError('gone')));
    expect(warnings).toEqual(["The tools of 'shelf' are no longer updated: RangeError: gone"]);
    expect(names(toolkit)).toEqual(['one', 'two']);
  });

  it('is renamed in the same way each time', async () => {
    const [toolkit, shelf] = [new Toolkit({ onDuplicate: 'rename' }), new Shelf()];
    toolkit.register(toolNamed('one'));
    const registered = toolkit.registerSource(shelf);
    await shelf.readings[0]?.give('one');
    await registered;
    shelf.changes$.next();
    await shelf.readings[1]?.give('one');
    expect(names(toolkit)).toEqual(['one', 'one_2']);
  });
});

describe('a tool that was registered directly', () => {
  const mine = (): ToolSpec => ToolSpec.fromFunction(() => 'mine', { name: 'one' });

  it('is never replaced by a tool of a source', async () => {
    const [toolkit, shelf] = [new Toolkit({ onDuplicate: 'replace' }), new Shelf()];
    toolkit.register(mine());
    const registered = toolkit.registerSource(shelf);
    await shelf.readings[0]?.give('one', 'two');
    await registered;
    expect((await toolkit.execute('one')).data).toBe('mine');
    expect(names(toolkit)).toEqual(['one', 'two']);
  });

  it.each(['error', 'skip', 'replace', 'rename'] as const)(
    'takes the place of one of a source, whatever happens to duplicates: %s',
    async (onDuplicate) => {
      const { toolkit } = await withShelf();
      toolkit.register(mine(), { onDuplicate });
      expect((await toolkit.execute('one')).data).toBe('mine');
      await toolkit.removeSource('shelf');
      expect(names(toolkit)).toEqual(['one']);
    },
  );

  it("retains the name of a source's tool that it replaced", async () => {
    const { toolkit, shelf } = await withShelf();
    toolkit.register(mine());
    shelf.changes$.next();
    await shelf.readings[1]?.give('one', 'three');
    expect(names(toolkit)).toEqual(['one', 'three']);
    expect((await toolkit.execute('one')).data).toBe('mine');
    toolkit.unregister('one');
    shelf.changes$.next();
    await shelf.readings[2]?.give('one', 'three');
    expect(names(toolkit)).toEqual(['three', 'one']);
  });
});

describe('removeSource', () => {
  it('removes its tools immediately, closes it once, and ignores its changes', async () => {
    const { toolkit, shelf } = await withShelf();
    toolkit.register(toolNamed('mine'));
    const removed = toolkit.removeSource('shelf');
    expect(names(toolkit)).toEqual(['mine']);
    await removed;
    expect([shelf.closed, shelf.readings.length, shelf.changes$.observed]).toEqual([1, 1, false]);
    await expect(toolkit.removeSource('shelf')).rejects.toThrow("There is no source 'shelf'.");
  });

  it('rejects if closing fails, after the tools are removed', async () => {
    const { toolkit, shelf } = await withShelf();
    shelf.closing = () => Promise.reject(new RangeError('stuck'));
    await expect(toolkit.removeSource('shelf')).rejects.toThrow('stuck');
    expect(names(toolkit)).toEqual([]);
  });

  it('discards a reading that is still pending', async () => {
    const { toolkit, shelf } = await withShelf();
    shelf.changes$.next();
    await toolkit.removeSource('shelf');
    await shelf.readings[1]?.give('late');
    expect(names(toolkit)).toEqual([]);
  });

  it('ends a pending registration', async () => {
    const [toolkit, shelf] = [new Toolkit(), new Shelf()];
    const registered = toolkit.registerSource(shelf);
    await toolkit.removeSource('shelf');
    void shelf.readings[0]?.give('one');
    await expect(registered).rejects.toThrow("The source 'shelf' was removed before its tools were read.");
    expect([names(toolkit), shelf.closed]).toEqual([[], 1]);
  });

  it('does not remove a source registered under the same name since', async () => {
    const [toolkit, first, second] = [new Toolkit(), new Shelf(), new Shelf()];
    const one = toolkit.registerSource(first);
    await toolkit.removeSource('shelf');
    const two = toolkit.registerSource(second);
    void first.readings[0]?.give('old');
    await expect(one).rejects.toThrow('was removed before');
    await second.readings[0]?.give('new');
    await two;
    expect(names(toolkit)).toEqual(['new']);
    await toolkit.removeSource('shelf');
    expect([first.closed, second.closed]).toEqual([1, 1]);
  });
});

describe('clear', () => {
  it('closes all sources, even if one cannot be closed', async () => {
    const { toolkit, shelf } = await withShelf();
    const other = new Shelf('other');
    const registered = toolkit.registerSource(other);
    await other.readings[0]?.give('three');
    await registered;
    shelf.closing = () => Promise.reject(new RangeError('stuck'));
    const cleared = toolkit.clear();
    expect(names(toolkit)).toEqual([]);
    await expect(cleared).rejects.toThrow('stuck');
    expect([shelf.closed, other.closed]).toEqual([1, 1]);
  });
});
