import { toOpenAI, toOpenAIChat } from '../../src/format/to-openai.js';
import { descriptorList, descriptors } from './descriptors.js';
import { brokenStrictRules } from './strict-rule-check.js';

describe('toOpenAI', () => {
  it('returns the flat shape of the Responses API by default', () => {
    expect(toOpenAI(descriptors.strictAlready)).toEqual({
      type: 'function',
      name: 'add',
      parameters: descriptors.strictAlready.inputSchema,
      strict: true,
    });
  });

  it('returns the nested shape of the Chat Completions API', () => {
    expect(toOpenAIChat(descriptors.noArguments)).toEqual({
      type: 'function',
      function: {
        name: 'now',
        description: 'The time',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        strict: true,
      },
    });
  });

  it('is not strict by default if the schema violates the rules', () => {
    const { parameters, strict } = toOpenAI(descriptors.plain);
    expect({ parameters, strict }).toEqual({ parameters: descriptors.plain.inputSchema, strict: false });
  });

  it('is not strict with strict: false', () => {
    expect(toOpenAI(descriptors.strictAlready, { strict: false }).strict).toBe(false);
  });

  it.each(descriptorList)('satisfies the strict rules for the tool %s whenever it is strict', (_, tool) => {
    const { parameters, strict } = toOpenAI(tool, { strict: true, onWarning: () => undefined });
    if (strict) expect(brokenStrictRules(parameters)).toEqual([]);
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', 'enum']) expect(parameters).not.toHaveProperty(keyword);
    expect(parameters).toMatchObject({ type: 'object', properties: {} });
  });

  it('reports all keywords that strict mode does not support in one message', () => {
    const messages: string[] = [];
    toOpenAI(descriptors.plain, { strict: true, onWarning: (message) => messages.push(message) });
    expect(messages).toEqual([
      "Tool 'search' is not fully supported by OpenAI's strict mode: /properties/query: 'minLength'; " +
        "/properties/limit: 'default'; /properties/tags: 'uniqueItems'.",
    ]);
  });

  it('reports why a tool cannot be strict, and exports it unchanged', () => {
    const messages: string[] = [];
    const exported = toOpenAI(descriptors.alternatives, {
      strict: true,
      onWarning: (message) => messages.push(message),
    });
    expect(messages).toEqual([
      "Tool 'find' cannot be exported for OpenAI's strict mode: (top level): the top level must be one object; " +
        '(top level): alternatives became one object.',
    ]);
    expect(exported).toEqual({
      type: 'function',
      name: 'find',
      parameters: {
        type: 'object',
        description:
          'The arguments have one of these shapes: { id: string; name?: string } | { id?: string; name: string }.',
        properties: { id: { type: 'string' }, name: { type: 'string' } },
        required: [],
        additionalProperties: false,
      },
      strict: false,
    });
  });

  it('emits a process warning without onWarning', () => {
    const { emitWarning } = process;
    const warnings: unknown[][] = [];
    process.emitWarning = (...given: unknown[]) => {
      warnings.push(given);
    };
    try {
      toOpenAI(descriptors.nullable, { strict: true });
    } finally {
      process.emitWarning = emitWarning;
    }
    expect(warnings).toEqual([
      [
        "Tool 'rename' is not fully supported by OpenAI's strict mode: /properties/nickname: 'maxLength'.",
        { type: 'ToolwrightWarning' },
      ],
    ]);
  });
});
