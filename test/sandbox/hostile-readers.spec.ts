import { QuickJsEngine } from 'toolwright/sandbox';
import { hostileReaders } from './hostile-readers.js';
import { contents, findLeak } from './opaque-programs.js';

describe('a program that tries to read an opaque value without a look', () => {
  const engine = new QuickJsEngine();

  afterAll(() => engine.close());

  it.each(hostileReaders.map(({ name, source }) => [name, source]))(
    'learns nothing, or has looked: %s',
    async (_, source) => {
      expect(await findLeak(engine, source, contents)).toEqual([]);
    },
  );
});
