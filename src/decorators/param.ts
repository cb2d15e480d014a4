import { recordParam } from '../metadata/class-records.js';
import type { ParamOptions } from '../metadata/tool-options.js';
import { parameterSite, refuseBare } from './definition-site.js';

/** A decorator for a method's parameter; legacy decorators only. */
export type ParamDecorator = (target: object, method: string | symbol | undefined, index: number) => void;

/**
 * Describes one model-facing parameter: its text for the model, its constraints, and its type where reflection cannot
 * see it.
 *
 * @example
 * ```ts
 * search(@Param({ description: 'What to look for', minLength: 1 }) query: string) { … }
 * ```
 */
export function Param(options: ParamOptions): ParamDecorator;
export function Param(...args: readonly [ParamOptions, ...unknown[]]): ParamDecorator {
  refuseBare('@Param', args, 1);
  const param = Object.freeze({ ...args[0] });
  return (target, method, index) => {
    const site = parameterSite('@Param()', [target, method, index]);
    recordParam(site.owner, site, { param });
  };
}
