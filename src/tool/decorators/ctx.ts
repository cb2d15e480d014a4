import { recordParam } from '../metadata/class-records.js';
import { checkCalled, findParameter } from './definition-site.js';
import type { ParamDecorator } from './param-types.js';

/**
 * Marks the parameter that receives the ToolContext. Required if the emitted type does not identify it: for an
 * interface, an `import type`, or a compiler that emits no types.
 */
export function Ctx(): ParamDecorator;
export function Ctx(...args: readonly unknown[]): ParamDecorator {
  checkCalled('@Ctx', args, 0);
  return (target, method, index) => {
    const site = findParameter('@Ctx()', [target, method, index]);
    recordParam(site.owner, site, { context: true });
  };
}
