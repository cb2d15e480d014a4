import { DefinitionError, type JsonSchema, type ToolDescriptor, Toolkit, ToolSpec } from 'toolwright';
import { type ToolFormat, toGemini } from 'toolwright/formats';
import { callableTool } from 'toolwright/google-genai';
import { QuickJsEngine } from 'toolwright/sandbox';
import { expectCpuMsBelow } from '../support/cpu-time.js';
import { warningsOf } from '../support/process-warnings.js';

const executor = { kind: 'test', execute: () => undefined };

/** A tool whose schemas double with each reference. */
function hugeTool(name = 'huge'): ToolSpec {
  const $defs: Record<string, JsonSchema> = { d30: { type: 'string' } };
  for (let level = 0; level < 30; level++) {
    const half = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = {
      type: 'object',
      properties: { a: half, b: half },
      required: ['a', 'b'],
      additionalProperties: false,
    };
  }
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: { value: { $ref: '#/$defs/d0' } },
    required: ['value'],
    additionalProperties: false,
    $defs,
  };
  return ToolSpec.create({ name, inputSchema, executor });
}

function shop(): Toolkit {
  const toolkit = new Toolkit();
  const find = ToolSpec.fromFunction((query: string) => query, { name: 'find', params: { query: { type: String } } });
  toolkit.register(find);
  toolkit.register(hugeTool());
  return toolkit;
}

interface Exports {
  readonly unsupported?: 'omit' | 'error' | undefined;
  readonly onWarning?: ((message: string) => void) | undefined;
}

const reporting: readonly [string, (toolkit: Toolkit, options: Exports) => unknown][] = [
  ['toGemini()', (toolkit, options) => toolkit.toGemini(options)],
  ['strict toOpenAI()', (toolkit, options) => toolkit.toOpenAI({ ...options, strict: true })],
  ['strict toOpenAI() for chat', (toolkit, options) => toolkit.toOpenAI({ ...options, strict: true, api: 'chat' })],
  ["toAnthropic({ refs: 'inline' })", (toolkit, options) => toolkit.toAnthropic({ ...options, refs: 'inline' })],
  ['a session', (toolkit, options) => toolkit.session().toGemini(options)],
];

describe('an export of a toolkit', () => {
  it.each(reporting)('leaves out a tool that is too large for the format, with one warning: %s', (_, exportAll) => {
    const warnings: string[] = [];
    const exported = JSON.stringify(exportAll(shop(), { onWarning: (message) => warnings.push(message) }));
    expect(exported).toContain('"find"');
    expect(exported).not.toContain('"huge"');
    expect(warnings).toEqual([
      expect.stringMatching(/^A tool was left out of the export\. huge: a schema has more than/),
    ]);
  });

  it.each(reporting)("throws with { unsupported: 'error' }: %s", (_, exportAll) => {
    expect(() => exportAll(shop(), { unsupported: 'error' })).toThrow(/^huge: a schema has more than/);
  });

  it('warns the process if the format takes no onWarning', async () => {
    let prompt = '';
    const warnings = await warningsOf(() => {
      prompt = shop().toPrompt();
    });
    expect(prompt).toContain('find(');
    expect(prompt).not.toContain('huge');
    expect(warnings).toEqual([expect.stringContaining('huge: a schema has more than')]);
  });

  it('passes the list of a format only the tools that were exported', () => {
    const format: ToolFormat<string, { onWarning?: () => void }, readonly string[]> = Object.assign(
      (tool: ToolDescriptor) => toGemini(tool, { onWarning: () => {} }).name,
      {
        list: (_: string[], { descriptors }: { readonly descriptors: readonly ToolDescriptor[] }) =>
          descriptors.map(({ name }) => name),
      },
    );
    expect(shop().to(format, { onWarning: () => {} })).toEqual(['find']);
  });

  it('throws the errors of formats as before', () => {
    const format = () => {
      throw new DefinitionError('broken');
    };
    expect(() => shop().to(format)).toThrow('broken');
  });

  it('refuses another value of unsupported', () => {
    const options = { unsupported: 'ignore' as 'omit' };
    expect(() => shop().toGemini(options)).toThrow('not "ignore"');
  });

  it('exports the tool in formats that keep references', () => {
    expect(shop().toAnthropic()).toHaveLength(2);
    expect(shop().toOpenAI()).toHaveLength(2);
  });
});

describe('callableTool', () => {
  it('leaves out a tool that is too large for Gemini, with a warning', async () => {
    const warnings = await warningsOf(async () => {
      const { functionDeclarations } = await callableTool(shop()).tool();
      expect(functionDeclarations.map(({ name }) => name)).toEqual(['find']);
    });
    expect(warnings).toEqual([expect.stringContaining('huge: a schema has more than')]);
  });
});

describe('code mode', () => {
  it('declares a tool whose expanded schema is large, in a short time', async () => {
    const toolkit = shop();
    toolkit.enableCodeMode({ engine: new QuickJsEngine() });
    await expectCpuMsBelow(3_000, () => toolkit.toAnthropic());
    const result = await toolkit.execute('describe_tools', { names: ['tools.huge'] });
    expect(result.toText()).toContain('function huge(');
  });
});
