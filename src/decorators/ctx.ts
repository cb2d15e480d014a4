import { recordParam } from '../metadata/class-records.js';
import { parameterSite, refuseBare } from './definition-site.js';
import type { ParamDecorator } from './param.js';

/**
 * Marks the parameter that receives the ToolContext, where its type does not say so: an interface, an `import type`,
 * or a compiler that emits no types.
 */
export function Ctx(): ParamDecorator;
export function Ctx(...args: readonly unknown[]): ParamDecorator {
  refuseBare('@Ctx', args, 0);
  return (target, method, index) => {
    const site = parameterSite('@Ctx()', [target, method, index]);
    recordParam(site.owner, site, { context: true });
  };
}
