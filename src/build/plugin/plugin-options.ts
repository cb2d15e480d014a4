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
  /**
   * The file in which the types of the project's tools are written for the compiler, when a build starts and when they
   * change. Without `project`, the project is that of the tsconfig.json nearest to the file.
   *
   * @default no such file
   */
  readonly types?: string | undefined;
}

/** The options of what transforms single modules, and does not know the project. */
export type RecordOptions = Omit<PluginOptions, 'types'>;

/** The names of the options of what transforms single modules. */
export const recordNames: OptionNames<RecordOptions> = { project: string, closed: flag };

const pluginNames: OptionNames<PluginOptions> = { ...recordNames, types: string };

/** Throws a DefinitionError for an option of the build plugin that does not exist or is not valid. */
export function checkPluginOptions(options: PluginOptions, where: string): void {
  checkOptionNames(options, pluginNames, where);
}

/** Throws a DefinitionError for an option of another transformer that does not exist or is not valid. */
export function checkRecordOptions(options: RecordOptions, where: string): void {
  checkOptionNames(options, recordNames, where);
}
