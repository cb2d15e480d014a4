import { Toolkit, ToolSpec } from 'toolwright';
import { floor, wideFloor } from './floor.js';
import {
  badArguments,
  chunkCount,
  goodArguments,
  SearchService,
  search,
  searchSchema,
  watch,
  wide,
  wideArguments,
  wideSchema,
} from './tools.js';

/** One way to do the work, to be timed. */
export interface Contender {
  readonly name: string;
  /** Does the work this many times. Each contender has a loop of its own, or the loop would favour whoever ran first. */
  readonly run: (times: number) => Promise<void>;
  /** How many units of work one time is: 1,000 for a stream of 1,000 chunks. @default 1 */
  readonly units?: number;
  /** The name of the contender that this one is measured by. @default nobody: only its own time is told */
  readonly base?: string;
  /** What it ought to cost at most: times its base, or nanoseconds where it has none. */
  readonly target?: number;
}

/** The contenders, in the order of the table. */
export async function createContenders(): Promise<readonly Contender[]> {
  const contenders = [...callContenders(), ...wideContenders(), ...streamContenders()];
  // A tool that fails is fast: what is timed has to work.
  for (const { run } of contenders) await run(1);
  return contenders;
}

const floorName = 'floor: ajv + await method';

function callContenders(): readonly Contender[] {
  const spec = ToolSpec.fromFunction(search, { inputSchema: searchSchema });
  const toolkit = new Toolkit();
  toolkit.register(spec);
  const service = new SearchService();
  const decorated = service.toolSpec('decorated');
  const withDto = service.toolSpec('withDto');
  const withBinding = service.toolSpec('withBinding');
  withBinding.state.set('session.user.id', 'u1');
  return [
    {
      name: floorName,
      run: async (times) => {
        for (let time = 0; time < times; time++) await floor(goodArguments);
      },
    },
    {
      name: 'spec.call',
      base: floorName,
      target: 2,
      run: async (times) => {
        for (let time = 0; time < times; time++) await spec.call(goodArguments);
      },
    },
    {
      name: 'spec.exec',
      base: floorName,
      target: 3,
      run: async (times) => {
        for (let time = 0; time < times; time++) check((await spec.exec(goodArguments)).success);
      },
    },
    {
      name: 'toolkit.execute',
      base: floorName,
      target: 3,
      run: async (times) => {
        for (let time = 0; time < times; time++) check((await toolkit.execute('search', goodArguments)).success);
      },
    },
    {
      name: 'spec.call, decorated parameters',
      base: floorName,
      run: async (times) => {
        for (let time = 0; time < times; time++) await decorated.call(goodArguments);
      },
    },
    {
      name: 'spec.call, DTO',
      base: floorName,
      target: 3,
      run: async (times) => {
        for (let time = 0; time < times; time++) await withDto.call(goodArguments);
      },
    },
    {
      name: 'spec.call, one binding',
      base: floorName,
      run: async (times) => {
        for (let time = 0; time < times; time++) await withBinding.call(goodArguments);
      },
    },
    {
      name: 'spec.exec, bad arguments',
      target: 1_000,
      run: async (times) => {
        for (let time = 0; time < times; time++) {
          check((await spec.exec(badArguments)).error?.code === 'invalid_parameters');
        }
      },
    },
  ];
}

function wideContenders(): readonly Contender[] {
  const name = 'floor of 20 parameters';
  const spec = ToolSpec.fromFunction(wide, { inputSchema: wideSchema });
  return [
    {
      name,
      run: async (times) => {
        for (let time = 0; time < times; time++) await wideFloor(wideArguments);
      },
    },
    {
      name: 'spec.call, 20 parameters',
      base: name,
      run: async (times) => {
        for (let time = 0; time < times; time++) await spec.call(wideArguments);
      },
    },
  ];
}

function streamContenders(): readonly Contender[] {
  const name = 'plain for await, per chunk';
  const spec = ToolSpec.fromFunction(watch);
  return [
    {
      name,
      units: chunkCount,
      run: async (times) => {
        for (let time = 0; time < times; time++) {
          let chunks = 0;
          for await (const chunk of watch()) if (chunk !== '') chunks++;
          check(chunks === chunkCount);
        }
      },
    },
    {
      name: 'spec.stream, per chunk',
      units: chunkCount,
      base: name,
      target: 2,
      run: async (times) => {
        for (let time = 0; time < times; time++) check((await countStreamed(spec)) === chunkCount + 1);
      },
    },
    {
      name: 'spec.iterate, per chunk',
      units: chunkCount,
      base: name,
      target: 2,
      run: async (times) => {
        for (let time = 0; time < times; time++) {
          let responses = 0;
          for await (const response of spec.iterate()) if (response.content.length > 0) responses++;
          check(responses === chunkCount + 1);
        }
      },
    },
  ];
}

function countStreamed(spec: ToolSpec): Promise<number> {
  return new Promise((resolve, reject) => {
    let responses = 0;
    spec.stream().subscribe({
      next: () => {
        responses++;
      },
      error: reject,
      complete: () => resolve(responses),
    });
  });
}

function check(works: boolean): void {
  if (!works) throw new TypeError('A contender does not do its work.');
}
