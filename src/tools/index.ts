/**
 * Built-in tools: a calculator, dates, text, lists and objects.
 *
 * @module
 */
import './builtin.gen.js';

export type { Aggregation } from './arrays/aggregate.js';
export {
  type ArrayInput,
  ArrayTools,
  type ItemGroup,
  type SetOperation,
} from './arrays/array-tools.js';
export type { ItemCondition, Operator, SortKey } from './arrays/item-rules.js';
export { CalculatorTools } from './calculator/calculator-tools.js';
export { type BuiltinToolkitOptions, createBuiltinToolkit } from './create-builtin-toolkit.js';
export type { Fields } from './data/values.js';
export type { Calendar, CalendarDate } from './datetime/calendar-date.js';
export {
  type Amounts,
  DateTimeTools,
  type DaysOffInput,
  type LocalTimeInput,
  type TimeBetween,
} from './datetime/date-time-tools.js';
export type { MomentParts } from './datetime/describe-moment.js';
export type { Unit } from './datetime/duration-between.js';
export type { Disambiguation } from './datetime/moment.js';
export { BuiltinRegistry } from './definition/builtin-registry.js';
export type { Difference } from './objects/compare.js';
export { type DataInput, ObjectTools } from './objects/object-tools.js';
export type { QueryOptions } from './query/query-engine.js';
export type { PatternMatch } from './query/query-messages.js';
export type { Encoding } from './strings/encodings.js';
export type { TextSearch } from './strings/find-matches.js';
export { type Side, type SplitUnit, StringTools, type TextCounts, type TextInput } from './strings/string-tools.js';
export type { LetterCase } from './strings/words.js';
