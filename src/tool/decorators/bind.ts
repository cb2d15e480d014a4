import { checkOptionNames } from '../../base/options/check-options.js';
import { classNameOf } from '../../base/values/class-name.js';
import { recordParam } from '../metadata/class-records.js';
import type { KnownPath, StateValue } from '../metadata/state-types.js';
import { bindOptionNames } from '../metadata/tool-option-names.js';
import type { BindOptions, BindTarget } from '../metadata/tool-options.js';
import { checkCalled, findParameter } from './definition-site.js';
import type { BindDecoratorOf, ParamDecorator } from './param-types.js';

/**
 * Binds a parameter to a state key and hides it from the model.
 *
 * @param stateKey - A dotted path into the state. Defaults to the parameter's name.
 *
 * @example
 * ```ts
 * search(query: string, @Bind('session.user.id', { optional: true }) userId?: string) { … }
 * ```
 */
export function Bind<const Key extends string = string>(
  stateKey?: Key & KnownPath<Key>,
  options?: BindOptions<StateValue<Key>>,
): BindDecoratorOf<StateValue<Key>>;
export function Bind(...args: readonly [string?, BindOptions?, ...unknown[]]): ParamDecorator {
  checkCalled('@Bind', args, 2);
  const [stateKey, options] = args;
  const binding: BindTarget = Object.freeze({ ...options, ...(stateKey === undefined ? {} : { stateKey }) });
  return (target, method, index) => {
    const site = findParameter('@Bind()', [target, method, index]);
    checkOptionNames(options ?? {}, bindOptionNames, `@Bind() of ${classNameOf(site.owner)}.${site.method}`);
    recordParam(site.owner, site, { binding });
  };
}
