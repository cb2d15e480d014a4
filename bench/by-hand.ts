import { Ajv2020 } from 'ajv/dist/2020.js';
import { defer, lastValueFrom, Subject } from 'rxjs';
import { floor, floorContender } from './floor.js';
import type { TimedContender } from './row.js';
import { plainLoop } from './streams.js';
import {
  badArguments,
  chunkCount,
  goodArguments,
  isFound,
  isRecord,
  type SearchArguments,
  search,
  searchSchema,
  watch,
} from './tools.js';

// What some rows cost without this package: what a call promises, kept by hand in the plain and short way.

const isSearch = new Ajv2020().compile<SearchArguments>(searchSchema);
const explain = new Ajv2020({ allErrors: true, verbose: true }).compile(searchSchema);

let calls = 0;

/** An outcome in the place of data: with an id, how long it took, the JSON form of the data, frozen. */
export async function execByHand(method: (args: SearchArguments) => Promise<object>): Promise<object> {
  const startedAt = performance.now();
  if (!isSearch(goodArguments)) throw new TypeError('bad arguments');
  const data = await method(goodArguments);
  return Object.freeze({
    success: true,
    data,
    structuredContent: { ...data },
    toolName: 'search',
    callId: `by-hand-${++calls}`,
    durationMs: performance.now() - startedAt,
    attempts: 1,
    isInterrupted: false,
  });
}

/** Such an outcome of the benchmarks' tool. */
export const resultByHand: TimedContender = {
  name: 'by hand: a result, timed and frozen',
  base: floorContender.name,
  run: () => execByHand(search),
  works: (result) => isRecord(result) && result.success === true && isFound(result.data),
};

const events = new Subject<object>();
let heard = 0;
events.subscribe(() => heard++);

/** A subscriber who hears of a call's begin and end. */
export const eventsByHand: TimedContender = {
  name: 'by hand: two events, dated and frozen',
  base: floorContender.name,
  minus: floorContender.name,
  run: async () => {
    const callId = 'by-hand';
    const toolName = 'search';
    events.next(Object.freeze({ type: 'started', callId, toolName, at: Date.now(), input: goodArguments }));
    if (!isSearch(goodArguments)) throw new TypeError('bad arguments');
    const result = await search(goodArguments);
    events.next(
      Object.freeze({ type: 'completed', callId, toolName, at: Date.now(), result, durationMs: 1, attempts: 1 }),
    );
    return result;
  },
  works: (result) => isFound(result) && heard > 0,
};

/** A call that can be stood around, because it answers with an Observable. */
export const observableByHand: TimedContender = {
  name: 'by hand: an Observable, and its last value',
  base: floorContender.name,
  minus: floorContender.name,
  run: () => lastValueFrom(defer(() => floor(goodArguments))),
  works: isFound,
};

/** A stream that can be left while a pull waits, of responses. */
export const pullsByHand: TimedContender = {
  name: 'by hand: a promise and a response, per chunk',
  units: chunkCount,
  base: plainLoop.name,
  run: async () => {
    let chunks = 0;
    for await (const { content } of { [Symbol.asyncIterator]: responsesOfWatch }) if (content.length > 0) chunks++;
    return chunks;
  },
  works: (chunks) => chunks === chunkCount,
};

interface ChunkByHand {
  readonly content: readonly object[];
}

function responsesOfWatch(): AsyncIterator<ChunkByHand> {
  const generator = watch();
  let index = 0;
  const toResponse = (text: string): ChunkByHand => {
    const [callId, toolName, content] = ['by-hand', 'watch', [{ type: 'text', text }]];
    const id = `${callId}:${index++}`;
    return { id, callId, toolName, content, state: 'running', stream: true, isLast: false } as ChunkByHand;
  };
  return {
    next: () =>
      new Promise((resolve, reject) => {
        generator.next().then(({ done, value }) => {
          resolve(done === true ? { done, value: undefined } : { done: false, value: toResponse(value) });
        }, reject);
      }),
  };
}

class Refusal extends Error {
  readonly code = 'invalid_parameters';
}

/** All that is wrong with arguments, as an Error without a stack. */
export const refusalByHand: TimedContender = {
  name: 'by hand: all failures, an Error without a stack',
  run: async () => {
    if (isSearch(badArguments) || explain(badArguments)) throw new TypeError('good arguments');
    let message = 'Invalid arguments';
    for (const failure of explain.errors ?? []) {
      message += `; ${failure.instancePath} ${failure.message}, got ${JSON.stringify(failure.data)}`;
    }
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    const error = new Refusal(message);
    Error.stackTraceLimit = stackTraceLimit;
    return { success: false, error };
  },
  works: (result) => isRecord(result) && result.error instanceof Refusal && result.error.message.includes('tags'),
};
