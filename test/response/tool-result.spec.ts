import { image, NotFoundError, secret, ToolResult, text } from 'toolwright';

describe('ToolResult', () => {
  it('ok has the value by identity, with its JSON form and its text', () => {
    const data = { at: new Date(0), big: 1n };
    const result = ToolResult.ok(data);
    expect(result.data).toBe(data);
    expect(result).toMatchObject({
      success: true,
      structuredContent: { at: '1970-01-01T00:00:00.000Z', big: '1' },
      content: [{ type: 'text', text: '{"at":"1970-01-01T00:00:00.000Z","big":"1"}' }],
      isInterrupted: false,
      attempts: 0,
    });
    expect('error' in result).toBe(false);
  });

  it('ok accepts text, blocks and no value, like the return value of a tool', () => {
    expect(ToolResult.ok('é')).toMatchObject({ data: 'é', content: [{ type: 'text', text: 'é' }] });
    expect('structuredContent' in ToolResult.ok('é')).toBe(false);
    const blocks = [text('a'), image('', 'image/png')];
    expect(ToolResult.ok(blocks).content).toBe(blocks);
    expect(ToolResult.ok(undefined)).toMatchObject({ success: true, content: [] });
    expect(ToolResult.ok(null)).toMatchObject({ data: null, structuredContent: null, content: [{ text: 'null' }] });
  });

  it('ok rejects data without a JSON form', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => ToolResult.ok(cycle)).toThrow(expect.objectContaining({ code: 'invalid_output' }));
  });

  it('fail accepts a message, an error or a ToolError', () => {
    const cause = new RangeError('broken');
    expect(ToolResult.fail('no tea')).toMatchObject({
      success: false,
      error: { code: 'execution', message: 'no tea' },
    });
    expect(ToolResult.fail(cause)).toMatchObject({ error: { code: 'execution', message: 'broken', cause } });
    const missing = new NotFoundError('no such tea');
    const result = ToolResult.fail(missing);
    expect(result.error).toBe(missing);
    expect(result.content).toEqual([{ type: 'text', text: 'no such tea' }]);
    expect('data' in result).toBe(false);
  });

  it('toText returns the text that a model reads', () => {
    expect(ToolResult.ok([text('a'), image('', 'image/png'), text('b')]).toText()).toBe('a\nb');
    expect(ToolResult.ok({ ort: 'Köln' }).toText()).toBe('{"ort":"Köln"}');
    expect(ToolResult.fail('no tea').toText()).toBe('no tea');
    expect(ToolResult.ok(undefined).toText()).toBe('');
  });

  it('toJSON returns JSON data without stack, cause and secrets', () => {
    const ok = ToolResult.ok({ big: 1n, token: secret('hunter2') });
    expect(JSON.parse(JSON.stringify(ok))).toEqual({
      success: true,
      data: { big: '1', token: '[redacted]' },
      structuredContent: { big: '1', token: '[redacted]' },
      content: [{ type: 'text', text: '{"big":"1","token":"[redacted]"}' }],
      toolName: '',
      callId: '',
      durationMs: 0,
      attempts: 0,
      isInterrupted: false,
    });
    const failed = ToolResult.fail(new NotFoundError('no tea', { cause: new Error('hidden'), details: { id: 5 } }));
    expect(JSON.parse(JSON.stringify(failed))).toEqual({
      success: false,
      error: { code: 'not_found', message: 'no tea', retryable: false, details: { id: 5 } },
      content: [{ type: 'text', text: 'no tea' }],
      toolName: '',
      callId: '',
      durationMs: 0,
      attempts: 0,
      isInterrupted: false,
    });
  });

  it('is recognised by its brand', () => {
    expect(ToolResult.is(ToolResult.ok(1))).toBe(true);
    expect(ToolResult.is({ ...ToolResult.ok(1) })).toBe(false);
    expect(ToolResult.is(undefined)).toBe(false);
  });
});
