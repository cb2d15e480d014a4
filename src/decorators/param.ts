import { recordParam } from '../metadata/class-records.js';
import type { ParamOptions } from '../metadata/tool-options.js';
import { memberSite } from './definition-site.js';

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
export function Param(options: ParamOptions): ParamDecorator {
  const param = Object.freeze({ ...options });
  return (target, method, index) => {
    const site = memberSite('@Param()', target, method);
    recordParam(site.owner, { method: site.member, index }, { param });
  };
}
