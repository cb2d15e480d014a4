import { DefinitionError, serveTasks, Toolkit, ToolSpec } from 'toolwright';
import { MemoryEffectLog, MemoryTaskStore } from 'toolwright/stores';
import { testDurableCalls } from '../contracts/durable-calls.contract.js';

const [tasks, effects] = [new MemoryTaskStore(), new MemoryEffectLog()];

testDurableCalls({ name: 'memory', open: async () => ({ tasks, effects }) });

describe('durable calls', () => {
  const executor = { kind: 'test', execute: () => 'x'.repeat(2_000) };

  it('require a task store', async () => {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.create({ name: 'work', durable: true, executor }));
    expect((await toolkit.execute('work')).error?.toJSON()).toMatchObject({ code: 'definition' });
    expect((await toolkit.execute('work', {}, { durable: false })).success).toBe(true);
    await expect(toolkit.tasks.listStored()).rejects.toThrow(DefinitionError);
    await expect(serveTasks(toolkit)).rejects.toThrow(DefinitionError);
    expect(() => ToolSpec.create({ name: 'work', durable: 1 as never, executor })).toThrow(DefinitionError);
  });

  it('end with an error that names the limit, if the store refuses the result', async () => {
    const toolkit = new Toolkit({ taskStore: new MemoryTaskStore({ maxValueBytes: 1_000 }) });
    toolkit.register(ToolSpec.create({ name: 'work', executor }));
    const serving = await serveTasks(toolkit);
    const result = await toolkit.execute('work', {}, { durable: true });
    await serving.close();
    expect(result.error?.toJSON()).toMatchObject({
      code: 'execution',
      details: { limit: 'maxValueBytes', value: 1_000 },
    });
  });

  it.each<[string, object]>([
    ['an unknown option', { workers: 1 }],
    ['a concurrency of 0', { concurrency: 0 }],
    ['a negative lease', { leaseMs: -1 }],
  ])('refuse workers with %s', async (_, options) => {
    await expect(serveTasks(new Toolkit({ taskStore: tasks }), options)).rejects.toThrow(DefinitionError);
  });
});
