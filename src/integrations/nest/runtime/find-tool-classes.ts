import type { Constructor } from '../../../tool/metadata/class-records.js';
import { readOffers, readTools } from '../../../tool/metadata/tool-metadata.js';
import { classesOf, type ToolWrapper } from '../execution/nest-internals.js';

/** A class with tools, and the provider or controller of the application that is its instance. */
export interface ToolClass {
  readonly owner: Constructor;
  readonly wrapper: ToolWrapper;
}

/**
 * Finds the classes with `@Tool()`, `@Resource()` or `@Prompt()` methods among providers and controllers, without constructing any of them. The class
 * of a value or a factory is found when its instance exists.
 */
export function findToolClasses(wrappers: readonly ToolWrapper[]): readonly ToolClass[] {
  return wrappers.flatMap((wrapper) => {
    const owner = classesOf(wrapper).find((one) => readTools(one).length > 0 || readOffers(one).length > 0);
    return owner === undefined ? [] : [{ owner, wrapper }];
  });
}
