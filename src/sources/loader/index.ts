/**
 * Tools, tool sets, agents and skills from folders. This module requires the package tinyglobby for tools, and yaml for
 * definitions and skills.
 *
 * @module
 */

export type { AgentDefinition, ToolConfiguration, ToolManagerOptions, ToolSetDefinition } from './manager-options.js';
export { skillsFrom } from './skills-from.js';
export type { SkippedTool } from './tool-file.js';
export { ToolManager } from './tool-manager.js';
export type { DuplicateTool, FoundTool } from './tool-table.js';
