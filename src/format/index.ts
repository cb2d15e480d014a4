/**
 * The formats of model providers: their types, and functions that export one tool.
 *
 * @module
 */

export { type AnthropicTool, toAnthropic } from './to-anthropic.js';
export { type GeminiFunctionDeclaration, toGemini } from './to-gemini.js';
export { type FunctionJsonSchema, type JsonSchemaOptions, toJsonSchema } from './to-json-schema.js';
export { type McpTool, toMcp } from './to-mcp.js';
export { type OpenAIChatTool, type OpenAIResponsesTool, toOpenAI, toOpenAIChat } from './to-openai.js';
export { toPrompt } from './to-prompt.js';
export type { FormatContext, FormatOptions, HostedDefinition, ToolFormat } from './tool-format.js';
