/**
 * What generated modules and the build plugin call: the schemas of the tools of a class, and of functions.
 *
 * @module
 */

export {
  defineFunctionSchema,
  defineFunctionSchemas,
  defineImportedFunction,
  type GeneratedFunction,
} from './generated-functions.js';
export {
  defineToolSchemas,
  type GeneratedParam,
  type GeneratedSchema,
  type GeneratedTool,
  type GeneratedTools,
  type GeneratedToolsFactory,
} from './generated-tools.js';
