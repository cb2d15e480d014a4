import { recordParam } from '../metadata/class-records.js';
import { memberSite } from './definition-site.js';
import type { ParamDecorator } from './param.js';

/**
 * Marks the parameter that receives the ToolContext, where its type does not say so: an interface, an `import type`,
 * or a compiler that emits no types.
 */
export function Ctx(): ParamDecorator {
  return (target, method, index) => {
    const site = memberSite('@Ctx()', target, method);
    recordParam(site.owner, { method: site.member, index }, { context: true });
  };
}
