import { DefinitionError, hostedTool, Tool, Toolkit, type ToolkitOptions, ToolRegistry } from 'toolwright';
import { toMcp, toOpenAIChat } from 'toolwright/formats';
import { connectInMemory } from '../mcp/server/clients.js';

class Files extends ToolRegistry {
  @Tool({ tags: ['read'] })
  file_read(path: string): string {
    return path;
  }

  @Tool({ tags: ['write', 'disk'] })
  file_write(path: string): string {
    return path;
  }

  @Tool()
  search(query: string): string {
    return query;
  }
}

function createKit(options: ToolkitOptions = {}): Toolkit {
  const toolkit = new Toolkit(options);
  toolkit.register(new Files());
  toolkit.register(hostedTool('openai', { type: 'web_search' }));
  return toolkit;
}

function namesOf(tools: readonly object[]): unknown[] {
  return tools.map((tool) => ('name' in tool ? tool.name : Reflect.get(tool, 'type')));
}

describe('the selection of tools', () => {
  it.each([
    [{ tags: ['read', 'disk'] }, ['file_read', 'file_write']],
    [{ include: ['file_*'] }, ['file_read', 'file_write']],
    [{ include: ['search', 'web_search'] }, ['search', 'web_search']],
    [{ exclude: ['*_write', 'web_search'] }, ['file_read', 'search']],
    [{ include: ['file_*'], exclude: ['file_write'], tags: ['read'] }, ['file_read']],
    [{ include: [] }, []],
  ])('applies to exports: %j', (filter, names) => {
    expect(namesOf(createKit().toOpenAI(filter))).toEqual(names);
  });

  it('applies to every export, to lists and to sessions', () => {
    const toolkit = createKit();
    const filter = { include: ['search'] };
    for (const scope of [toolkit, toolkit.session()]) {
      expect(namesOf(scope.getJsonSchemas(filter))).toEqual(['search']);
      expect(namesOf(scope.list(filter))).toEqual(['search']);
      expect(namesOf(scope.toAnthropic(filter))).toEqual(['search']);
      expect(scope.toGemini(filter)).toMatchObject([{ functionDeclarations: [{ name: 'search' }] }]);
      expect(scope.toOpenAI({ ...filter, api: 'chat' })).toMatchObject([{ function: { name: 'search' } }]);
      expect(scope.toPrompt(filter)).not.toContain('file_');
      expect(namesOf(scope.to(toMcp, filter))).toEqual(['search']);
      expect(scope.to(toOpenAIChat, filter)).toHaveLength(1);
      expect(scope.to((tool) => tool.name, filter)).toEqual(['search']);
    }
  });

  it.each([
    [{ exclude: ['serach'] }, "exclude: there is no tool named 'serach'. Did you mean 'search'?"],
    [{ include: [''] }, `include[0] must be a name or a pattern such as 'file_*', not "".`],
    [{ include: 'search' }, 'toOpenAI: include must be an array of tool names, not "search".'],
    [{ tags: 'read' }, 'toOpenAI: tags must be an array of strings, not "read".'],
  ])('refuses %j', (filter, message) => {
    expect(() => createKit().toOpenAI(filter as never)).toThrow(new DefinitionError(message));
  });

  it('is not an option of the export of a single tool', () => {
    const spec = new Files().toolSpec('search');
    expect(() => spec.toOpenAI({ tags: ['read'] } as never)).toThrow("there is no option 'tags'");
  });
});

describe('the permission action hide', () => {
  const permissions = [
    { tool: 'file_*', action: 'allow' },
    { tool: '*_write', action: 'hide' },
    { tool: 'web_search', action: 'hide' },
  ] as const;

  it('omits a tool from lists and exports', () => {
    const toolkit = createKit({ permissions });
    expect(namesOf(toolkit.list())).toEqual(['file_read', 'search']);
    expect(namesOf(toolkit.session().toOpenAI())).toEqual(['file_read', 'search']);
  });

  it('answers a call as if the tool did not exist', async () => {
    const { error } = await createKit({ permissions }).execute('file_write', { path: 'a.txt' });
    expect(error?.code).toBe('tool_not_found');
    expect(error?.message).toBe("There is no tool named 'file_write'. The tools are file_read, search.");
  });

  it('applies to MCP clients', async () => {
    const client = await connectInMemory(createKit({ permissions }));
    expect(namesOf((await client.listTools()).tools)).toEqual(['file_read', 'search']);
    await expect(client.callTool({ name: 'file_write', arguments: { path: 'a' } })).rejects.toThrow('There is no tool');
  });
});
