import { withAnyIndex } from '../../../base/json/json-pointer.js';

/** Where a value comes from: the user's words, the application, the model, or a place in the result of a call. */
export type FlowOrigin =
  | { readonly from: 'user' | 'app' | 'model' }
  /** A result of this session. `pointer` is the JSON Pointer of the value in it. */
  | { readonly from: 'result'; readonly callId: string; readonly toolName: string; readonly pointer: string }
  /** A value of the state. `path` is its dotted path. */
  | { readonly from: 'state'; readonly path: string };

export type ResultOrigin = Extract<FlowOrigin, { readonly from: 'result' }>;

export const userOrigin: FlowOrigin = Object.freeze({ from: 'user' });
export const appOrigin: FlowOrigin = Object.freeze({ from: 'app' });
export const modelOrigin: FlowOrigin = Object.freeze({ from: 'model' });

/** Describes an origin in words. */
export function describeOrigin(origin: FlowOrigin): string {
  switch (origin.from) {
    case 'user':
      return "the user's words";
    case 'app':
      return 'the application';
    case 'model':
      return 'the model';
    case 'state':
      return `the state key '${origin.path}'`;
    case 'result': {
      const place = origin.pointer === '' ? '' : ` at ${origin.pointer}`;
      return `the result of '${origin.toolName}' (call ${origin.callId})${place}`;
    }
  }
}

/** Returns the tool and the place in its result that a value comes from. Undefined if it comes from no result. */
export function sourceOf(origin: FlowOrigin): string | undefined {
  return origin.from === 'result' && origin.callId !== ''
    ? `${origin.toolName}#${withAnyIndex(origin.pointer)}`
    : undefined;
}
