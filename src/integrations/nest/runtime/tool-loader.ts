import type { DiscoveryService, ExternalContextCreator } from '@nestjs/core';
import { DefinitionError } from '../../../base/errors/errors.js';
import { classNameOf } from '../../../base/values/class-name.js';
import { checkCreator, moduleOf, type ToolWrapper, wrappersIn } from '../execution/nest-internals.js';
import type { ToolkitFeatureOptions } from '../options/module-options.js';
import { defaultName, getRuntimeToken } from '../options/tokens.js';
import { ToolkitFeature } from './feature.js';
import { findToolClasses, type ToolClass } from './find-tool-classes.js';

/** A class of a toolkit, and how its tools are registered. */
export interface LoadedClass {
  readonly tool: ToolClass;
  readonly register: ToolkitFeatureOptions['register'];
}

/** Finds the classes with tools in an application, and the toolkit that each of them belongs to. */
export class ToolLoader {
  readonly creator: ExternalContextCreator;
  readonly #discovery: DiscoveryService;

  /** @throws DefinitionError on a version of NestJS in which tools cannot run. */
  constructor(discovery: DiscoveryService, creator: ExternalContextCreator) {
    checkCreator(creator);
    this.#discovery = discovery;
    this.creator = creator;
  }

  /** Returns what feature modules add to a toolkit. */
  featuresOf(name: string): readonly ToolkitFeatureOptions[] {
    return this.#features().filter(({ toolkit = defaultName }) => toolkit === name);
  }

  /**
   * Returns the classes of a toolkit: those that a feature module names, and for the default toolkit, or the only one, all
   * others.
   *
   * @throws DefinitionError on a feature module that names a class that no module provides, or a toolkit that does not
   * exist.
   */
  classesOf(name: string): readonly LoadedClass[] {
    const features = this.#features();
    const names = this.#toolkitNames();
    const found = findToolClasses(this.#wrappers());
    checkFeatures(features, { names, found });
    const takesOthers = name === defaultName || (names.length === 1 && names[0] === name);
    return found.flatMap((tool) => {
      const feature = features.find(({ providers = [] }) => providers.some((one) => isProvidedBy(tool, one)));
      const isOfToolkit = feature === undefined ? takesOthers : (feature.toolkit ?? defaultName) === name;
      return isOfToolkit ? [{ tool, register: feature?.register }] : [];
    });
  }

  /**
   * Throws a DefinitionError if a class with tools belongs to no toolkit.
   */
  checkAssigned(): void {
    const names = this.#toolkitNames();
    if (names.length === 1 || names.includes(defaultName)) return;
    const assigned = new Set(names.flatMap((name) => this.classesOf(name).map(({ tool }) => tool.wrapper)));
    const [lost] = findToolClasses(this.#wrappers()).filter(({ wrapper }) => !assigned.has(wrapper));
    if (lost === undefined) return;
    throw new DefinitionError(
      `${describeClass(lost)} belongs to no toolkit. Name it in ToolkitModule.forFeature({ toolkit, providers }), with one ` +
        `of the toolkits ${names.join(', ')}.`,
    );
  }

  #wrappers(): readonly ToolWrapper[] {
    return wrappersIn(this.#discovery);
  }

  #features(): readonly ToolkitFeatureOptions[] {
    return this.#wrappers().flatMap(({ instance }) => (instance instanceof ToolkitFeature ? [instance.options] : []));
  }

  #toolkitNames(): readonly string[] {
    const prefix = getRuntimeToken('');
    return this.#wrappers().flatMap(({ token }) =>
      typeof token === 'string' && token.startsWith(prefix) ? [token.slice(prefix.length)] : [],
    );
  }
}

/** Returns the names of the module and the class, for errors. */
export function describeClass({ owner, wrapper }: ToolClass): string {
  return `${moduleOf(wrapper).name}: ${classNameOf(owner)}`;
}

function isProvidedBy({ owner, wrapper }: ToolClass, provider: unknown): boolean {
  return owner === provider || wrapper.token === provider;
}

function checkFeatures(
  features: readonly ToolkitFeatureOptions[],
  { names, found }: { readonly names: readonly string[]; readonly found: readonly ToolClass[] },
): void {
  for (const { toolkit = defaultName, providers = [] } of features) {
    if (!names.includes(toolkit)) {
      throw new DefinitionError(
        `ToolkitModule.forFeature(): there is no toolkit '${toolkit}'. The toolkits are ${names.join(', ') || 'none'}.`,
      );
    }
    for (const provider of providers) {
      if (found.some((tool) => isProvidedBy(tool, provider))) continue;
      throw new DefinitionError(
        `ToolkitModule.forFeature(): no module provides ${classNameOf(provider)}, or it has no @Tool() methods. Add it to ` +
          'the providers or controllers of a module.',
      );
    }
  }
}
