import { Test, type TestingModule } from '@nestjs/testing';
import { ScriptedModel, ToolkitTestingModule } from 'toolwright/nest';
import { AdminGuard, TasksModule } from './tasks.module.js';
import { TasksRepository } from './tasks.repository.js';

describe('TasksModule', () => {
  let module: TestingModule;
  let model: ScriptedModel;
  const inserted: string[] = [];

  beforeEach(async () => {
    const repository = { insert: (title: string) => inserted.push(title) };
    module = await Test.createTestingModule({ imports: [TasksModule, ToolkitTestingModule.forRoot()] })
      .overrideProvider(TasksRepository)
      .useValue(repository)
      .overrideGuard(AdminGuard)
      .useValue({ canActivate: () => false })
      .compile();
    await module.init();
    model = module.get(ScriptedModel);
  });

  afterEach(() => module.close());

  it('calls the tool with the repository that replaces the other', async () => {
    const [added] = await model.run([{ name: 'add', input: { title: 'Buy tea', priority: 1 } }]);
    expect(added?.data).toBe('1: Buy tea, priority 1');
    expect(inserted).toEqual(['Buy tea']);
  });

  it('validates arguments by the DTO', async () => {
    const [refused] = await model.run([{ name: 'add', input: { title: 'Buy tea', priority: 0 } }]);
    expect(refused?.error?.code).toBe('invalid_parameters');
  });

  it('runs the guard that replaces the other', async () => {
    const [denied] = await model.run([{ name: 'purge', input: {} }], { auth: { role: 'admin' } });
    expect(denied?.error?.code).toBe('denied');
  });
});
