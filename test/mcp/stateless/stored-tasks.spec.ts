import { setTimeout as delay } from 'node:timers/promises';
import { serveTasks, type TaskServing, type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { type McpHandler, type McpHandlerOptions, mcpHandler } from 'toolwright/mcp';
import { MemoryTaskStore } from 'toolwright/stores';
import { type Answer, type RequestSettings, requestOf, send, tasks, until } from './requests.js';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Run = (args: unknown, ctx: ToolContext) => unknown;

/** Creates the nodes of one server, and a worker that runs their calls. */
async function cluster(run: Run, options: McpHandlerOptions = {}) {
  const taskStore = new MemoryTaskStore();
  const toolkitOf = (): Toolkit => {
    const toolkit = new Toolkit({ taskStore });
    const executor = { kind: 'test', execute: run };
    toolkit.register(ToolSpec.create({ name: 'work', task: 'allowed', executor }));
    return toolkit;
  };
  const nodeOf = (): McpHandler => {
    const node = mcpHandler(toolkitOf(), { closeTimeoutMs: 100, onError: () => undefined, ...options });
    closing.push(() => node.close());
    return node;
  };
  const startWorker = async (): Promise<TaskServing> => {
    const worker = await serveTasks(toolkitOf(), { store: taskStore });
    closing.push(() => worker.close());
    return worker;
  };
  return { nodes: [nodeOf(), nodeOf()] as const, startWorker };
}

const ann: RequestSettings = { capabilities: tasks, options: { auth: { sub: 'ann' } } };
const bob: RequestSettings = { capabilities: tasks, options: { auth: { sub: 'bob' } } };

const call = (node: McpHandler, settings = ann): Promise<Answer> =>
  send(node, 'tools/call', { name: 'work' }, settings);
const get = (node: McpHandler, taskId: string, settings = ann): Promise<Answer> =>
  send(node, 'tasks/get', { taskId }, settings);

async function whenStatus(node: McpHandler, taskId: string, status: string): Promise<Answer['result']> {
  let result: Answer['result'];
  await until(async () => {
    ({ result } = await get(node, taskId));
    return result.status === status;
  });
  return result;
}

describe('a task of a toolkit with a task store', () => {
  it('is stored before it is answered, is run by a worker, and is seen by every node', async () => {
    const { nodes, startWorker } = await cluster(async (_, ctx) => ({ user: ctx.auth }));
    const { result } = await call(nodes[0]);
    expect(result).toMatchObject({ resultType: 'task', status: 'working' });
    expect((await get(nodes[1], result.taskId)).result).toMatchObject({ status: 'working', taskId: result.taskId });
    await nodes[0].close();
    await startWorker();
    const done = await whenStatus(nodes[1], result.taskId, 'completed');
    expect(done.result.structuredContent).toEqual({ user: { sub: 'ann' } });
    expect(done.createdAt <= done.lastUpdatedAt).toBe(true);
  });

  it('belongs to the subject that made it, on every node', async () => {
    const { nodes, startWorker } = await cluster(() => 'secret');
    await startWorker();
    const { result } = await call(nodes[0]);
    await whenStatus(nodes[1], result.taskId, 'completed');
    for (const settings of [bob, { capabilities: tasks }]) {
      for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
        const params = { taskId: result.taskId, inputResponses: {} };
        expect((await send(nodes[1], method, params, settings)).error.code).toBe(-32_602);
      }
    }
  });

  it('is cancelled through another node, which aborts the tool in its worker', async () => {
    let isAborted = false;
    const { nodes, startWorker } = await cluster(async (_, ctx) => {
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
      isAborted = true;
    });
    await startWorker();
    const { result } = await call(nodes[0]);
    const cancel = () => send(nodes[1], 'tasks/cancel', { taskId: result.taskId }, ann);
    expect((await cancel()).result.resultType).toBe('complete');
    expect(await whenStatus(nodes[0], result.taskId, 'cancelled')).not.toHaveProperty('result');
    expect(isAborted).toBe(true);
    expect((await cancel()).result.resultType).toBe('complete');
  });

  it('reports its status to a subscriber of another node', async () => {
    const { nodes, startWorker } = await cluster(async () => {
      await delay(20);
      return 'done';
    });
    const { result } = await call(nodes[0]);
    const params = { notifications: { taskIds: [result.taskId] } };
    const request = requestOf('subscriptions/listen', params, { ...ann, id: 'sub' });
    const response = await nodes[1].fetch(request, ann.options);
    await startWorker();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('"completed"')) break;
    }
    expect(text).toContain(`"taskIds":["${result.taskId}"]`);
    expect(text).toContain('"method":"notifications/tasks"');
  });

  it('is refused beyond the limit of a client', async () => {
    const { nodes } = await cluster(() => 'done', { tasks: { maxPerClient: 2 } });
    const answers = [await call(nodes[0]), await call(nodes[0]), await call(nodes[0]), await call(nodes[0], bob)];
    expect(answers.map(({ result, error }) => result?.resultType ?? error.code)).toEqual([
      'task',
      'task',
      -32_000,
      'task',
    ]);
  });
});
