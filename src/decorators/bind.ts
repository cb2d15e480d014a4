import { recordParam } from '../metadata/class-records.js';
import type { BindOptions, BindTarget } from '../metadata/tool-options.js';
import { memberSite } from './definition-site.js';
import type { ParamDecorator } from './param.js';

/**
 * Binds a parameter to a state key and hides it from the model.
 *
 * @param stateKey - A dotted path into the state; the parameter's name if left out.
 *
 * @example
 * ```ts
 * search(query: string, @Bind('session.user.id', { optional: true }) userId?: string) { … }
 * ```
 */
export function Bind(stateKey?: string, options: BindOptions = {}): ParamDecorator {
  const binding: BindTarget = Object.freeze({ ...options, ...(stateKey === undefined ? {} : { stateKey }) });
  return (target, method, index) => {
    const site = memberSite('@Bind()', target, method);
    recordParam(site.owner, { method: site.member, index }, { binding });
  };
}
