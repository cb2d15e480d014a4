import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AudioBlock,
  audio,
  type ContentBlock,
  type ImageBlock,
  image,
  type JsonSchema,
  type ResourceBlock,
  resource,
  Tool,
  ToolContext,
  ToolRegistry,
  text,
} from 'toolwright';
import { pixel, silence } from './media.js';

const choices = (...names: readonly string[]): readonly JsonSchema[] => {
  return names.map((name, at) => ({ const: `value${at + 1}`, title: name }));
};

const options = ['option1', 'option2', 'option3'];

const addressSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

// How long the scenarios have a tool take between two steps. In milliseconds.
const stepMs = 50;

/** The tools that the official conformance suite calls, each as its scenario describes it. */
export class ConformanceTools extends ToolRegistry {
  @Tool({ name: 'test_simple_text', description: 'Returns text' })
  simpleText(): string {
    return 'This is a simple text response for testing.';
  }

  @Tool({ name: 'test_image_content', description: 'Returns a picture' })
  imageContent(): ImageBlock {
    return image(pixel, 'image/png');
  }

  @Tool({ name: 'test_audio_content', description: 'Returns sound' })
  audioContent(): AudioBlock {
    return audio(silence, 'audio/wav');
  }

  @Tool({ name: 'test_embedded_resource', description: 'Returns a resource' })
  embeddedResource(): ResourceBlock {
    return resource({
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    });
  }

  @Tool({ name: 'test_multiple_content_types', description: 'Returns several kinds of content' })
  multipleContentTypes(): readonly ContentBlock[] {
    const json = JSON.stringify({ test: 'data', value: 123 });
    return [
      text('Multiple content types test:'),
      image(pixel, 'image/png'),
      resource({ uri: 'test://mixed-content-resource', mimeType: 'application/json', text: json }),
    ];
  }

  @Tool({ name: 'test_tool_with_logging', description: 'Logs while it runs' })
  async withLogging(ctx: ToolContext): Promise<string> {
    ctx.log('info', 'Tool execution started');
    await sleep(stepMs);
    ctx.log('info', 'Tool processing data');
    await sleep(stepMs);
    ctx.log('info', 'Tool execution completed');
    return 'Tool with logging executed successfully';
  }

  @Tool({ name: 'test_tool_with_progress', description: 'Reports progress' })
  async withProgress(ctx: ToolContext): Promise<string> {
    for (const value of [0, 50, 100]) {
      ctx.progress(value, 100, `Completed step ${value} of 100`);
      await sleep(stepMs);
    }
    return 'Tool with progress executed successfully';
  }

  @Tool({ name: 'test_error_handling', description: 'Always fails' })
  errorHandling(): never {
    throw new TypeError('This tool intentionally returns an error for testing');
  }

  @Tool({ name: 'test_reconnection', description: 'Takes a moment, in which a client may come back' })
  async reconnection(): Promise<string> {
    await sleep(stepMs);
    return 'Reconnection test completed successfully.';
  }

  @Tool({ name: 'test_sampling', description: 'Has the client’s model answer a prompt' })
  async sampling(prompt: string, ctx: ToolContext): Promise<string> {
    const answer = await ctx.sample({ messages: [{ role: 'user', content: prompt }], maxTokens: 100 });
    return `LLM response: ${answer.text}`;
  }

  @Tool({ name: 'test_elicitation', description: 'Asks the user for a name' })
  async elicitation(message: string, ctx: ToolContext): Promise<string> {
    const form = {
      type: 'object',
      properties: {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      required: ['username', 'email'],
    } as const;
    return `User response: ${await this.#ask(ctx, form, message)}`;
  }

  @Tool({ name: 'test_elicitation_sep1034_defaults', description: 'Asks with defaults' })
  async elicitationDefaults(ctx: ToolContext): Promise<string> {
    const form = {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'User name', default: 'John Doe' },
        age: { type: 'integer', description: 'User age', default: 30 },
        score: { type: 'number', description: 'User score', default: 95.5 },
        status: {
          type: 'string',
          description: 'User status',
          enum: ['active', 'inactive', 'pending'],
          default: 'active',
        },
        verified: { type: 'boolean', description: 'Verification status', default: true },
      },
    } as const;
    return `Elicitation completed: ${await this.#ask(ctx, form)}`;
  }

  @Tool({ name: 'test_elicitation_sep1330_enums', description: 'Asks for choices of all kinds' })
  async elicitationEnums(ctx: ToolContext): Promise<string> {
    const form = {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: choices('First Option', 'Second Option', 'Third Option') },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: { type: 'array', items: { anyOf: choices('First Choice', 'Second Choice', 'Third Choice') } },
      },
    } as const;
    return `Elicitation completed: ${await this.#ask(ctx, form)}`;
  }

  @Tool({
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: addressSchema,
  })
  jsonSchema(args: Readonly<Record<string, unknown>>): string {
    return `JSON Schema 2020-12 tool called with: ${JSON.stringify(args)}`;
  }

  async #ask(ctx: ToolContext, form: JsonSchema, message = 'Please fill in the form'): Promise<string> {
    const answer = await ctx.ask(form, { message });
    const content = answer.kind === 'accept' ? answer.data : {};
    return `action=${answer.kind}, content=${JSON.stringify(content)}`;
  }
}
