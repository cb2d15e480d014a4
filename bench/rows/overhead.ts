import { IsInt, IsString } from 'class-validator';
import { Bind, type CallOptions, type FunctionToolOptions, Tool, ToolRegistry, ToolSpec } from 'toolwright';
import { floorContender } from '../floor.js';
import type { Contender, Row, TimedContender } from '../row.js';
import { goodArguments, isFound, search, searchSchema } from '../tools.js';

const plainCall = 'a plain call';

/** What the things that a call may need add to it. */
export const row: Row = {
  title: 'What adds to the cost of a spec.call',
  parts: [
    { name: 'options', create: () => [floorContender, ...options()] },
    { name: 'DTO', create: () => [{ ...floorContender, isHidden: true }, ...dtoRules()] },
  ],
};

function options(): readonly Contender[] {
  const { signal } = new AbortController();
  const outputSchema = {
    type: 'object',
    properties: { query: { type: 'string' }, limit: { type: 'integer' } },
    required: ['query'],
  } as const;
  return [
    { ...call(plainCall, {}, {}), base: floorContender.name },
    over(plainCall, call('onProgress', { onProgress: () => {} }, {})),
    over(plainCall, call('a callId', { callId: 'call_1' }, {})),
    over(plainCall, call('values of the call: state', { state: { session: 'one' } }, {})),
    over(plainCall, call('timeoutMs', { timeoutMs: 60_000 }, {})),
    over(plainCall, call('a signal', { signal }, {})),
    over(plainCall, call('retry, not needed', { retry: { maxRetries: 2 } }, {})),
    over(plainCall, call('an output schema', {}, { outputSchema })),
  ];
}

function call(name: string, callOptions: CallOptions, toolOptions: FunctionToolOptions): TimedContender {
  const spec = ToolSpec.fromFunction(search, { ...toolOptions, inputSchema: searchSchema });
  return { name, run: () => spec.call(goodArguments, callOptions), works: isFound };
}

/** What comes on top of another contender, in floors. */
function over(minus: string, contender: TimedContender): Contender {
  return { ...contender, minus, base: floorContender.name };
}

class ExactDto {
  @IsString() query!: string;
  @IsInt() limit!: number;
}

class DtoRules extends ToolRegistry {
  @Tool()
  async exact(args: ExactDto): Promise<object> {
    return { query: args.query, limit: args.limit };
  }

  @Tool()
  async withId(id: string, args: ExactDto): Promise<object> {
    return { id, query: args.query, limit: args.limit };
  }

  @Tool()
  async bound(args: ExactDto, @Bind('user') user: string): Promise<object> {
    return { user, query: args.query, limit: args.limit };
  }
}

function dtoRules(): readonly Contender[] {
  const service = new DtoRules();
  const exactSpec = service.toolSpec('exact');
  const [withIdSpec, boundSpec] = [service.toolSpec('withId'), service.toolSpec('bound')];
  boundSpec.state.set('user', 'u1');
  const args = { query: goodArguments.query, limit: goodArguments.limit };
  const withIdArgs = { id: 'a1', args };
  const exact = 'a DTO whose rules a schema says';
  return [
    { name: exact, base: floorContender.name, run: () => exactSpec.call(args), works: isFound },
    over(exact, { name: 'an argument next to the DTO', run: () => withIdSpec.call(withIdArgs), works: isFound }),
    over(exact, { name: 'a bound parameter next to the DTO', run: () => boundSpec.call(args), works: isFound }),
  ];
}
