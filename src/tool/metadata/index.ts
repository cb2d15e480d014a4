/**
 * What generated modules call: the schemas of the tools of a class.
 *
 * @module
 */

export {
  defineToolSchemas,
  type GeneratedParam,
  type GeneratedSchema,
  type GeneratedTool,
  type GeneratedTools,
  type GeneratedToolsFactory,
} from './generated-tools.js';
