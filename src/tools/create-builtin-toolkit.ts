import { checkOptionNames, type OptionNames, ownOptions } from '../base/options/check-options.js';
import { positive } from '../base/options/option-rules.js';
import { Toolkit } from '../facade/toolkit.js';
import { type ToolkitOptions, toolkitOptionNames } from '../facade/toolkit-options.js';
import { ArrayTools } from './arrays/array-tools.js';
import { CalculatorTools } from './calculator/calculator-tools.js';
import { DateTimeTools } from './datetime/date-time-tools.js';
import { ObjectTools } from './objects/object-tools.js';
import type { QueryOptions } from './query/query-engine.js';
import { StringTools } from './strings/string-tools.js';

/** The options of `createBuiltinToolkit`. */
export interface BuiltinToolkitOptions extends ToolkitOptions, QueryOptions {}

const optionNames: OptionNames<BuiltinToolkitOptions> = { ...toolkitOptionNames, queryTimeoutMs: positive };

/**
 * Creates a toolkit with all built-in tools. Their tags are `calculator`, `datetime`, `string`, `array` and `object`.
 *
 * @throws DefinitionError if an option is invalid.
 * @example
 * ```ts
 * const toolkit = createBuiltinToolkit();
 * const tools = toolkit.getJsonSchemas({ tags: ['calculator', 'datetime'] });
 * ```
 */
export function createBuiltinToolkit(options: BuiltinToolkitOptions = {}): Toolkit {
  checkOptionNames(options, optionNames, 'createBuiltinToolkit');
  const { queryTimeoutMs, ...toolkitOptions } = ownOptions(options, optionNames);
  const toolkit = new Toolkit(toolkitOptions);
  toolkit.register(new CalculatorTools());
  toolkit.register(new DateTimeTools());
  toolkit.register(new StringTools({ queryTimeoutMs }));
  toolkit.register(new ArrayTools());
  toolkit.register(new ObjectTools({ queryTimeoutMs }));
  return toolkit;
}
