/**
 * Built-in tools: a calculator, dates, text, lists and objects.
 *
 * @module
 */
export type { Aggregation } from './arrays/aggregate.js';
export { ArrayTools } from './arrays/array-tools.js';
export { BuiltinRegistry } from './builtin-registry.js';
export { CalculatorTools } from './calculator/calculator-tools.js';
export { type BuiltinToolkitOptions, createBuiltinToolkit } from './create-builtin-toolkit.js';
export { DateTimeTools } from './datetime/date-time-tools.js';
export { ObjectTools } from './objects/object-tools.js';
export type { QueryOptions } from './query/query-engine.js';
export { StringTools } from './strings/string-tools.js';
