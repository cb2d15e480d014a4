import type { DataOf } from '../metadata/function-types.js';

/**
 * The type of a tool's data, inferred from the type of its method. Promises and ToolResults are unwrapped. The data of
 * a stream is `unknown`, because it depends on how its chunks are accumulated.
 */
export type ToolData<Method> = Method extends (...args: never[]) => infer Returned ? DataOf<Returned> : unknown;
