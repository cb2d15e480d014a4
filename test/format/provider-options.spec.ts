import type { ToolUnion } from '@anthropic-ai/sdk/resources/messages/messages';
import type { FunctionDeclaration } from '@google/genai';
import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions';
import type { FunctionTool } from 'openai/resources/responses/responses';
import {
  clientTool,
  DefinitionError,
  hostedTool,
  type ProviderOptions,
  Tool,
  Toolkit,
  ToolSpec,
  toolSpecsOf,
} from 'toolwright';
import { toMcp } from 'toolwright/formats';

const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: [] } as const;

function createSpec(options: Partial<Parameters<typeof ToolSpec.create>[0]> = {}): ToolSpec {
  return ToolSpec.create({
    name: 'forecast',
    inputSchema,
    executor: { kind: 'test', execute: () => 'rain' },
    ...options,
  });
}

describe('allowedCallers', () => {
  it('is exported as each provider spells it', () => {
    const spec = createSpec({ allowedCallers: ['direct', 'code'] });
    // The assignments are type-checked: a field that a vendor's SDK does not accept is a compile error.
    const anthropic: ToolUnion = spec.toAnthropic();
    const responses: FunctionTool = spec.toOpenAI();
    const chat: ChatCompletionFunctionTool = spec.toOpenAI({ api: 'chat' });
    const gemini: FunctionDeclaration = spec.toGemini();
    expect(anthropic).toMatchObject({ allowed_callers: ['direct', 'code_execution_20260120'] });
    expect(responses.allowed_callers).toEqual(['direct', 'programmatic']);
    expect([Object.keys(chat.function), Object.keys(gemini)]).toEqual([
      ['name', 'parameters', 'strict'],
      ['name', 'parameters'],
    ]);
    expect(spec.allowedCallers).toEqual(['direct', 'code']);
  });

  it('is not exported by default', () => {
    expect(createSpec().toAnthropic()).not.toHaveProperty('allowed_callers');
    expect(createSpec().toOpenAI()).not.toHaveProperty('allowed_callers');
    expect(createSpec().allowedCallers).toBeUndefined();
  });

  it('names the version of code execution that the toolkit has', () => {
    const toolkit = new Toolkit();
    toolkit.register(createSpec({ allowedCallers: ['code'] }));
    toolkit.register(hostedTool('anthropic', { type: 'code_execution_20260521', name: 'code_execution' }));
    expect(toolkit.toAnthropic()[0]).toMatchObject({ allowed_callers: ['code_execution_20260521'] });
  });

  it('omits a tool that only code may call from formats that cannot express it', async () => {
    const toolkit = new Toolkit();
    toolkit.register(createSpec({ allowedCallers: ['code'] }));
    expect([toolkit.toAnthropic().length, toolkit.toOpenAI().length]).toEqual([1, 1]);
    expect([
      toolkit.toOpenAI({ api: 'chat' }),
      toolkit.toGemini(),
      toolkit.getJsonSchemas(),
      toolkit.to(toMcp),
    ]).toEqual([[], [], [], []]);
    expect(toolkit.toPrompt()).not.toContain('forecast');
    expect(toolkit.list()).toHaveLength(1);
    expect((await toolkit.execute('forecast')).data).toBe('rain');
  });

  it('keeps a tool that only code may call out of the results of search_tools', async () => {
    const toolkit = new Toolkit();
    toolkit.register(createSpec({ allowedCallers: ['code'], deferLoading: true }));
    toolkit.register(createSpec({ name: 'forecast_week', deferLoading: true }));
    const { structuredContent } = await toolkit.execute('search_tools', { query: 'forecast' });
    expect(structuredContent).toMatchObject({ tools: [{ name: 'forecast_week' }] });
  });

  it.each<[unknown]>([[[]], [['direct', 'direct']], [['human']], ['code']])('cannot be %j', (callers) => {
    expect(() => createSpec({ allowedCallers: callers as never[] })).toThrow(
      "forecast: allowedCallers must be ['direct'], ['code'] or ['direct', 'code'], not",
    );
  });
});

describe('providerOptions', () => {
  const providerOptions: ProviderOptions = {
    anthropic: { strict: true, eager_input_streaming: true, cache_control: { type: 'ephemeral', ttl: '1h' } },
    openai: { strict: true, output_schema: { type: 'string' } },
    gemini: { behavior: 'NON_BLOCKING', responseJsonSchema: { type: 'string' } },
  };

  it('are part of the export for their provider', () => {
    const spec = createSpec({ providerOptions });
    const anthropic: ToolUnion = spec.toAnthropic();
    const responses: FunctionTool = spec.toOpenAI();
    const chat: ChatCompletionFunctionTool = spec.toOpenAI({ api: 'chat' });
    const gemini: FunctionDeclaration = spec.toGemini();
    const parameters = { ...inputSchema, additionalProperties: false };
    expect(anthropic).toEqual({ name: 'forecast', input_schema: parameters, ...providerOptions.anthropic });
    const strict = { properties: { city: { type: ['string', 'null'] } }, required: ['city'] };
    expect(responses).toEqual({
      type: 'function',
      name: 'forecast',
      parameters: { ...parameters, ...strict },
      strict: true,
      output_schema: { type: 'string' },
    });
    expect(chat.function).toEqual({ name: 'forecast', parameters: { ...parameters, ...strict }, strict: true });
    expect(gemini).toMatchObject({ behavior: 'NON_BLOCKING', responseJsonSchema: { type: 'string' } });
    expect(spec.toMcp()).toEqual(createSpec().toMcp());
    expect(spec.toJsonSchema()).toEqual(createSpec().toJsonSchema());
  });

  it.each<[boolean | undefined, boolean | undefined, boolean]>([
    [undefined, undefined, false],
    [true, undefined, true],
    [true, false, false],
    [false, true, false],
    [undefined, true, true],
  ])('decide on strict mode: tool %s, export %s', (own, exported, strict) => {
    const spec = createSpec({ providerOptions: { openai: { strict: own } } });
    expect(spec.toOpenAI({ strict: exported }).strict).toBe(strict);
  });

  it('are declared by @Tool() and clientTool()', () => {
    class Weather {
      @Tool({ providerOptions, allowedCallers: ['code'], deferLoading: true })
      forecast(): string {
        return 'rain';
      }
    }
    const decorated = toolSpecsOf(new Weather()).forecast;
    const client = clientTool({ name: 'forecast', providerOptions, allowedCallers: ['code'], deferLoading: true });
    for (const spec of [decorated, client]) {
      const { providerOptions, allowedCallers, deferLoading } = spec ?? {};
      expect({ providerOptions, allowedCallers, deferLoading }).toEqual({
        providerOptions,
        allowedCallers: ['code'],
        deferLoading: true,
      });
    }
  });

  it('are copied, and exports of them are fresh copies', () => {
    const schema = { type: 'string' };
    const spec = createSpec({ providerOptions: { openai: { output_schema: schema } } });
    schema.type = 'number';
    const exported = spec.toOpenAI();
    Object.assign(exported.output_schema ?? {}, { type: 'boolean' });
    expect(spec.toOpenAI().output_schema).toEqual({ type: 'string' });
    expect(spec.rename('other').toOpenAI().output_schema).toEqual({ type: 'string' });
  });

  it('change no fingerprint of a snapshot', () => {
    const toolsOf = (spec: ToolSpec) => {
      const toolkit = new Toolkit();
      toolkit.register(spec);
      return toolkit.snapshot().tools;
    };
    expect(toolsOf(createSpec({ providerOptions, allowedCallers: ['direct'] }))).toEqual(toolsOf(createSpec()));
  });

  it.each<[unknown, string]>([
    [{ antropic: {} }, "there is no option 'antropic'. Did you mean 'anthropic'?"],
    [true, 'must be an object, not true.'],
    [{ openai: [] }, 'openai must be an object, not '],
    [{ openai: { type: 'custom' } }, "openai: the export writes 'type' itself. Remove it."],
    [
      { anthropic: { defer_loading: true } },
      "writes 'defer_loading' itself. Use the option 'deferLoading' of the tool.",
    ],
    [{ gemini: { parametersJsonSchema: {} } }, "Use the option 'inputSchema' of the tool."],
  ])('cannot be %j', (options, message) => {
    const create = () => createSpec({ providerOptions: options as ProviderOptions });
    expect(create).toThrow(DefinitionError);
    expect(create).toThrow(/^forecast: providerOptions/);
    expect(create).toThrow(message);
  });
});

describe('cacheControl of an Anthropic export', () => {
  it('is put on the last tool, hosted tools included', () => {
    const toolkit = new Toolkit();
    toolkit.register([createSpec(), createSpec({ name: 'clock' })]);
    const breakpoints = () =>
      toolkit
        .toAnthropic({ cacheControl: { type: 'ephemeral' } })
        .map((tool) => ('cache_control' in tool ? tool.cache_control : undefined));
    expect(breakpoints()).toEqual([undefined, { type: 'ephemeral' }]);
    toolkit.register(hostedTool('anthropic', { type: 'web_search_20250305', name: 'web_search' }));
    expect(breakpoints()).toEqual([undefined, undefined, { type: 'ephemeral' }]);
    expect(JSON.stringify(toolkit.toAnthropic())).not.toContain('cache_control');
    expect(new Toolkit().toAnthropic({ cacheControl: { type: 'ephemeral' } })).toEqual([]);
  });
});
