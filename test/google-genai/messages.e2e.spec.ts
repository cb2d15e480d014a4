import { image, Tool, Toolkit, ToolRegistry } from 'toolwright';
import { callableTool, functionResponse, functionResponses } from 'toolwright/google-genai';

class Services extends ToolRegistry {
  @Tool({ name: '3d', description: 'Draws', params: { width: { type: Number } } })
  draw(width: number): unknown {
    return [image('AAAA', 'image/png'), image('AAAA', 'image/bmp'), `${width} wide`].length;
  }

  @Tool({ group: 'extra' })
  extra(): string {
    return 'extra';
  }
}

describe('the responses for Gemini', () => {
  let toolkit: Toolkit;

  beforeEach(() => {
    toolkit = new Toolkit();
    toolkit.createGroup('extra');
    toolkit.register(new Services());
  });

  it('have the name of the call, for tools whose names Gemini does not accept', async () => {
    expect(await functionResponses(toolkit, [{ id: 'c1', name: '_3d', args: { width: 5 } }])).toEqual([
      { functionResponse: { id: 'c1', name: '_3d', response: { output: 3 } } },
    ]);
  });

  it('have no ID if the model has sent none', async () => {
    expect(await functionResponses(toolkit, [{ name: '_3d', args: { width: 5 } }])).toEqual([
      { functionResponse: { name: '_3d', response: { output: 3 } } },
    ]);
  });

  it('are none for a response without calls', async () => {
    expect(await functionResponses(toolkit, undefined)).toEqual([]);
  });

  it('describe errors of calls without a name or arguments', async () => {
    const responses = await functionResponses(toolkit, [{}, { name: '_3d' }]);
    expect(responses.map((part) => part.functionResponse.response)).toEqual([
      { error: expect.stringContaining("There is no tool named ''") },
      { error: expect.stringContaining("missing argument 'width'") },
    ]);
  });

  it('are created from a result', async () => {
    const result = await toolkit.execute('3d', { width: 5 }, { callId: 'c1' });
    expect(functionResponse(result)).toEqual({ functionResponse: { id: 'c1', name: '3d', response: { output: 3 } } });
  });

  it('come from declarations of the tools that are active at the time', async () => {
    const tool = callableTool(toolkit, { exclude: ['3d'] });
    const declared = async (): Promise<readonly string[]> =>
      (await tool.tool()).functionDeclarations.map(({ name }) => name);
    expect(await declared()).toEqual([]);
    toolkit.updateGroups(['extra'], true);
    expect(await declared()).toEqual(['extra']);
  });

  it('do not answer the calls of other tools in the same request', async () => {
    const tool = callableTool(toolkit, { otherTools: ['lookUp'] });
    expect(await tool.callTool([{ id: 'c1', name: 'lookUp', args: {} }])).toEqual([]);
  });
});
