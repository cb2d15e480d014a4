import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { flag, string } from '../../base/options/option-rules.js';

/** The options of the build plugin. */
export interface PluginOptions {
  /** The path of the tsconfig file. @default the tsconfig.json nearest to each file with tools */
  readonly project?: string | undefined;
  /**
   * Whether the inputs of tools reject properties that their types do not declare, at every level. `@Tool({ closed })`
   * decides for one tool.
   *
   * @default true
   */
  readonly closed?: boolean | undefined;
}

/** The names of the options of the build plugin. */
export const pluginNames: OptionNames<PluginOptions> = { project: string, closed: flag };

/** Throws a DefinitionError for an option of the build plugin that does not exist or is not valid. */
export function checkPluginOptions(options: PluginOptions, where: string): void {
  checkOptionNames(options, pluginNames, where);
}
