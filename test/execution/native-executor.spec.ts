import { Tool, ToolContext, ToolRegistry, ToolSpec, toolSpecsOf } from 'toolwright';
import { type Behaviour, describeCalls, describeExecutor } from '../contracts/executor.contract.js';
import { turns } from './waiting.js';

describeExecutor('a decorated method', (behaviour) => {
  class Kitchen extends ToolRegistry {
    @Tool()
    serve(text: string, ctx: ToolContext): unknown {
      return behaviour(ctx, text);
    }
  }
  return new Kitchen().toolSpec('serve');
});

describeExecutor('a method of a class that extends nothing', (behaviour) => {
  class Kitchen {
    readonly behaviour: Behaviour = behaviour;

    @Tool({ params: { text: { type: String } }, ctx: 'ctx' })
    serve(ctx: ToolContext, text: string): unknown {
      return this.behaviour(ctx, text);
    }
  }
  const { serve } = toolSpecsOf(new Kitchen());
  return serve as ToolSpec;
});

describeExecutor('a plain function', (behaviour) =>
  ToolSpec.fromFunction(
    function serve(text: string, ctx: ToolContext): unknown {
      return behaviour(ctx, text);
    },
    { params: { text: { type: String } }, ctx: 'ctx' },
  ),
);

describeCalls('native tools', async () => {
  let stopped = 0;
  class Kitchen extends ToolRegistry {
    @Tool()
    echo(text: string): string {
      return text;
    }

    @Tool()
    async *steps(text: string): AsyncGenerator<string, string> {
      for (const word of text.split(' ')) yield word;
      return text;
    }

    @Tool()
    fail(text: string): void {
      throw new RangeError(`out of ${text}`);
    }

    @Tool()
    async *failLater(text: string): AsyncGenerator<string> {
      yield 'one cup';
      throw new RangeError(`out of ${text}`);
    }

    @Tool()
    async *linger(text: string, ctx: ToolContext): AsyncGenerator<string, string> {
      ctx.signal.addEventListener('abort', () => stopped++);
      yield 'one cup';
      while (!ctx.signal.aborted) await turns(1);
      return 'too late';
    }
  }
  const { echo, steps, fail, failLater, linger } = new Kitchen().toToolSpecs();
  return {
    ...({ echo, steps, fail, failLater, linger } as Record<
      'echo' | 'steps' | 'fail' | 'failLater' | 'linger',
      ToolSpec
    >),
    stopped: () => stopped,
    close: async () => {},
  };
});

describe('native', () => {
  it('runs the current method of the instance', async () => {
    class Kitchen extends ToolRegistry {
      @Tool()
      serve(text: string): string {
        return text;
      }
    }
    const kitchen = new Kitchen();
    const spec = kitchen.toolSpec('serve');
    const original = kitchen.serve;
    kitchen.serve = function wrapped(this: Kitchen, text: string) {
      return `${original.call(this, text)}, wrapped`;
    };
    expect(await spec.call({ text: 'tea' })).toBe('tea, wrapped');
  });

  it('names a method that no longer exists', async () => {
    class Kitchen extends ToolRegistry {
      @Tool()
      serve(text: string): string {
        return text;
      }
    }
    const kitchen = new Kitchen();
    const spec = kitchen.toolSpec('serve');
    Object.assign(kitchen, { serve: undefined });
    const { error } = await spec.exec({ text: 'tea' });
    expect({ code: error?.code, message: error?.message }).toEqual({
      code: 'definition',
      message: 'Kitchen.serve is no longer a function.',
    });
  });

  it('spreads the items of a rest parameter', async () => {
    class Kitchen extends ToolRegistry {
      @Tool({ params: { cups: { type: String } } })
      serve(first: string, ...cups: string[]): unknown {
        return [first, cups];
      }
    }
    const spec = new Kitchen().toolSpec('serve');
    expect(await spec.call({ first: 'a', cups: ['b', 'c'] })).toEqual(['a', ['b', 'c']]);
    expect(await spec.call({ first: 'a' })).toEqual(['a', []]);
  });
});
