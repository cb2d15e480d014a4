import type { OptionNames } from '../../../base/options/check-options.js';
import { flag, positive } from '../../../base/options/option-rules.js';

/** What `mcpSource` imports of a server besides its tools. A server is asked only for what it declares. */
export interface McpOfferImport {
  /** Whether to import resources and templates of resources. @default true */
  readonly resources?: boolean | undefined;
  /** Whether to import prompts. @default true */
  readonly prompts?: boolean | undefined;
  /**
   * Whether to import skills (SEP-2640): models read them with the tool `read_skill` of the source, which verifies each file.
   * Requires the package yaml. @default false
   */
  readonly skills?: boolean | undefined;
  /**
   * Whether models may use them too: with the tools `read_resource` and `get_prompt` of the source, which list them if they
   * are called without arguments. @default false
   */
  readonly asTools?: boolean | undefined;
  /** The largest number of entries in each list. @default 10000 */
  readonly maxEntries?: number | undefined;
  /** The largest size of the contents of a resource, of the messages of a prompt, and of a file of a skill, in bytes. @default 8388608 */
  readonly maxReadBytes?: number | undefined;
}

/** The names of the options of an import. */
export const offerImportNames: OptionNames<McpOfferImport> = {
  resources: flag,
  prompts: flag,
  skills: flag,
  asTools: flag,
  maxEntries: positive,
  maxReadBytes: positive,
};

/** What is imported, with the defaults. */
export type OfferImportSettings = { readonly [Name in keyof McpOfferImport]-?: NonNullable<McpOfferImport[Name]> };

const defaults: OfferImportSettings = {
  resources: true,
  prompts: true,
  skills: false,
  asTools: false,
  maxEntries: 10_000,
  maxReadBytes: 8 * 1024 * 1024,
};

/** Returns the settings of an import. Returns undefined if only tools are imported. */
export function readOfferImport(given: boolean | McpOfferImport | undefined): OfferImportSettings | undefined {
  if (given === undefined || given === false) return undefined;
  if (given === true) return defaults;
  const stated = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(stated) };
}
