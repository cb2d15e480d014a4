import { respond, text } from 'toolwright';
import { isToolResponse } from '../../src/response/tool-response.js';

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
