/**
 * Built-in tools: a calculator, dates, text, lists and objects.
 *
 * @module
 */
export type { Aggregation } from './arrays/aggregate.js';
export { type ArrayInput, ArrayTools, type SetOperation } from './arrays/array-tools.js';
export type { Operator } from './arrays/item-rules.js';
export { CalculatorTools } from './calculator/calculator-tools.js';
export { type BuiltinToolkitOptions, createBuiltinToolkit } from './create-builtin-toolkit.js';
export type { CalendarDate } from './datetime/calendar-date.js';
export { type Amounts, DateTimeTools, type DaysOffInput, type LocalTimeInput } from './datetime/date-time-tools.js';
export type { MomentParts } from './datetime/describe-moment.js';
export type { Unit } from './datetime/duration-between.js';
export type { Disambiguation } from './datetime/moment.js';
export { BuiltinRegistry } from './definition/builtin-registry.js';
export type { Difference } from './objects/compare.js';
export { type DataInput, type Fields, ObjectTools } from './objects/object-tools.js';
export type { PatternMatch, QueryOptions } from './query/query-engine.js';
export type { Encoding } from './strings/encodings.js';
export type { TextSearch } from './strings/find-matches.js';
export { type Side, type SplitUnit, StringTools, type TextInput } from './strings/string-tools.js';
export type { LetterCase } from './strings/words.js';
