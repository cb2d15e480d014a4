import type { Constructor } from '../../../tool/metadata/class-records.js';
import { readTools } from '../../../tool/metadata/tool-metadata.js';
import type { ToolWrapper } from '../execution/tool-wrapper.js';

/** A class with tools, and the provider or controller of the application that is its instance. */
export interface ToolClass {
  readonly owner: Constructor;
  readonly wrapper: ToolWrapper;
}

/**
 * Finds the classes with `@Tool()` methods among providers and controllers, without constructing any of them. The class
 * of a value or a factory is found when its instance exists.
 */
export function findToolClasses(wrappers: readonly ToolWrapper[]): readonly ToolClass[] {
  return wrappers.flatMap((wrapper) => {
    if (wrapper.isAlias === true) return [];
    const owner = candidatesOf(wrapper).find((one) => readTools(one).length > 0);
    return owner === undefined ? [] : [{ owner, wrapper }];
  });
}

/** The token comes last: it is the class that a mock replaces. */
function candidatesOf({ metatype, instance, token, isNotMetatype }: ToolWrapper): readonly Constructor[] {
  const created: unknown = (instance as { readonly constructor?: unknown } | null | undefined)?.constructor;
  return [isNotMetatype ? undefined : metatype, created, token].filter((one) => typeof one === 'function');
}
