import { lastValueFrom, map } from 'rxjs';
import { image, respond, Tool, Toolkit, ToolRegistry, text } from 'toolwright';
import { isToolResponse } from '../../src/call/response/tool-response.js';

describe('respond', () => {
  it('creates a response from its parts', () => {
    expect(respond({ content: [text('a')], structuredContent: { a: 1 }, metadata: { source: 'cache' } })).toEqual({
      id: '',
      callId: '',
      toolName: '',
      content: [{ type: 'text', text: 'a' }],
      structuredContent: { a: 1 },
      metadata: { source: 'cache' },
      state: 'success',
      stream: false,
      isLast: true,
      isInterrupted: false,
    });
  });

  it('needs no part, and has no key for one that is missing', () => {
    const response = respond({});
    expect(response.content).toEqual([]);
    expect('structuredContent' in response || 'metadata' in response || 'error' in response).toBe(false);
  });

  it('is recognised by its brand, not by its shape', () => {
    expect(isToolResponse(respond({}))).toBe(true);
    expect(isToolResponse({ ...respond({}) })).toBe(false);
    expect(isToolResponse(null)).toBe(false);
  });
});

describe('toText', () => {
  class Words extends ToolRegistry {
    @Tool()
    *words() {
      yield 'one ';
      yield respond({ content: [text('two'), image('aGk=', 'image/png')] });
    }
  }

  it('returns the content of a chunk and of the final response as one string', async () => {
    const texts: string[] = [];
    for await (const response of new Words().toolSpec('words').iterate()) texts.push(response.toText());
    expect(texts).toEqual(['one ', 'two', 'one two']);
  });

  it('is not part of the JSON text, nor of a copy', () => {
    const response = respond({ content: [text('a')] });
    expect(response.toText()).toBe('a');
    expect(JSON.stringify(response)).not.toContain('toText');
    expect(Object.keys({ ...response })).not.toContain('toText');
  });

  it('is on the copies that a middleware emits', async () => {
    const toolkit = new Toolkit();
    toolkit.register(new Words());
    toolkit.use((call, next) => next(call).pipe(map((response) => ({ ...response, metadata: { by: 'copy' } }))));
    const texts: string[] = [];
    const last = await lastValueFrom(
      toolkit.callTool({ name: 'words', input: {} }).pipe(
        map((response) => {
          texts.push(response.toText());
          return response;
        }),
      ),
    );
    expect(texts).toHaveLength(3);
    expect(last.metadata).toEqual({ by: 'copy' });
  });
});
