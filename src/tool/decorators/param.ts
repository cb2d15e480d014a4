import { classNameOf } from '../../base/values/class-name.js';
import { recordParam } from '../metadata/class-records.js';
import { checkParamOptions } from '../metadata/tool-option-names.js';
import type { ParamOptions } from '../metadata/tool-options.js';
import { checkCalled, findParameter } from './definition-site.js';
import type { DescriptionOptions, OnlyKnown, ParamDecorator, ParamDecoratorOf } from './param-types.js';

/**
 * Describes one model-facing parameter: its description for the model, its constraints, and its type if the compiler
 * does not emit it.
 *
 * @example
 * ```ts
 * search(@Param({ description: 'What to look for', minLength: 1 }) query: string) { … }
 * ```
 */
export function Param(options: DescriptionOptions): ParamDecorator;
export function Param<const Options extends ParamOptions>(
  options: Options & OnlyKnown<Options>,
): ParamDecoratorOf<Options>;
export function Param(...args: readonly [ParamOptions, ...unknown[]]): ParamDecorator {
  checkCalled('@Param', args, 1);
  const param = Object.freeze({ ...args[0] });
  return (target, method, index) => {
    const site = findParameter('@Param()', [target, method, index]);
    checkParamOptions(args[0], `@Param() of ${classNameOf(site.owner)}.${site.method}`);
    recordParam(site.owner, site, { param });
  };
}
