import { setTimeout as delay } from 'node:timers/promises';
import { type Middleware, Param, Tool, ToolContext, ToolRegistry } from 'toolwright';

const name = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

const nameAndConsent = {
  type: 'object',
  properties: { name: { type: 'string' }, confirm: { type: 'boolean' } },
  required: ['name'],
} as const;
const confirmation = { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] } as const;

/** Asks before the tool begins, and so before the call becomes a task. */
const withName: Middleware = async (call, next) => {
  const answer = await call.context.ask<{ name: string }>(name, { message: 'What is your name?', key: 'user_name' });
  return next({ ...call, input: { user: answer.kind === 'accept' ? answer.data.name : 'unknown user' } });
};

/** The tools with which the suite tests tasks (SEP-2663). */
export class TaskTools extends ToolRegistry {
  @Tool({ description: 'Greets' })
  greet(name: string): string {
    return `Hello, ${name}!`;
  }

  @Tool({ name: 'slow_compute', description: 'Computes for some seconds', task: 'allowed' })
  async slowCompute(seconds: number, @Param({ optional: true }) label: string, ctx: ToolContext): Promise<string> {
    await delay(seconds * 1_000, undefined, { signal: ctx.signal });
    return `computed ${label}`;
  }

  @Tool({ name: 'failing_job', description: 'Fails after a second', task: 'required' })
  async failingJob(): Promise<string> {
    await delay(1_000);
    throw new Error('The job has failed.');
  }

  @Tool({ name: 'protocol_error_job', description: 'Requires what the client has not declared', task: 'allowed' })
  async protocolErrorJob(ctx: ToolContext): Promise<string> {
    return (await ctx.roots()).map(({ uri }) => uri).join('\n');
  }

  @Tool({ name: 'confirm_delete', description: 'Deletes a file if the user agrees', task: 'allowed' })
  async confirmDelete(filename: string, ctx: ToolContext): Promise<string> {
    const answer = await ctx.ask<{ confirm: boolean }>(confirmation, { message: `Delete ${filename}?` });
    return answer.kind === 'accept' && answer.data.confirm ? `deleted ${filename}` : 'kept';
  }

  @Tool({ name: 'multi_input', description: 'Asks two things at once', task: 'allowed' })
  async multiInput(ctx: ToolContext): Promise<string> {
    const answers = await Promise.all([
      ctx.ask(nameAndConsent, { message: 'What is your name?', key: 'own' }),
      ctx.ask(nameAndConsent, { message: 'What is the name of your friend?', key: 'friend' }),
    ]);
    return answers.map(({ kind }) => kind).join(', ');
  }

  @Tool({ name: 'test_tool_with_task', description: 'Asks, and then works', task: 'required', use: [withName] })
  async toolWithTask(@Param({ optional: true }) user: string): Promise<string> {
    await delay(100);
    return `Hello, ${user}!`;
  }
}
