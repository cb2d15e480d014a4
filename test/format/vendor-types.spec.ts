import type { Tool as AnthropicTool, ToolUnion } from '@anthropic-ai/sdk/resources/messages/messages';
import type { FunctionDeclaration } from '@google/genai';
import { type Tool as McpTool, ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ChatCompletionFunctionTool, ChatCompletionTool } from 'openai/resources/chat/completions';
import type { FunctionTool, Tool as ResponsesTool } from 'openai/resources/responses/responses';
import { toAnthropic } from '../../src/format/to-anthropic.js';
import { toGemini } from '../../src/format/to-gemini.js';
import { toJsonSchema } from '../../src/format/to-json-schema.js';
import { toMcp } from '../../src/format/to-mcp.js';
import { toOpenAI, toOpenAIChat } from '../../src/format/to-openai.js';
import { descriptorList } from './descriptors.js';

// The assignments are type-checked: an export that a vendor's SDK does not accept is a compile error.
describe('exports of the tool', () => {
  const silent = { onWarning: () => undefined };

  it.each(descriptorList)('%s are accepted by the OpenAI SDK', (_, tool) => {
    const responses: FunctionTool = toOpenAI(tool, silent);
    const strict: ResponsesTool = toOpenAI(tool, { strict: true, ...silent });
    const chat: ChatCompletionFunctionTool = toOpenAIChat(tool, silent);
    const strictChat: ChatCompletionTool = toOpenAIChat(tool, { strict: true, ...silent });
    const flat: FunctionTool = toJsonSchema(tool);
    expect([responses.name, strict.type, chat.function.name, strictChat.type, flat.name]).toEqual([
      tool.name,
      'function',
      tool.name,
      'function',
      tool.name,
    ]);
  });

  it.each(descriptorList)('%s are accepted by the Anthropic SDK', (_, tool) => {
    const exported: AnthropicTool = toAnthropic(tool, silent);
    const asUnion: ToolUnion = toAnthropic(tool, silent);
    expect(exported.input_schema.type).toBe('object');
    expect(asUnion.name).toBe(tool.name);
  });

  it.each(descriptorList)('%s are accepted by the Google SDK', (_, tool) => {
    const exported: FunctionDeclaration = toGemini(tool, silent);
    expect(exported.name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/);
  });

  it.each(descriptorList)('%s are accepted and parsed by the SDK of the Model Context Protocol', (_, tool) => {
    const exported: McpTool = toMcp(tool);
    expect(ToolSchema.parse(exported)).toEqual(exported);
  });
});
