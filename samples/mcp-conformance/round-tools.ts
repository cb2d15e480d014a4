import { type JsonSchema, Tool, ToolContext, type Toolkit, ToolRegistry, ToolSpec } from 'toolwright';

const form = (field: string, type: 'string' | 'boolean'): JsonSchema => ({
  type: 'object',
  properties: { [field]: { type } },
  required: [field],
});

const name = form('name', 'string');

/** The tools with which the suite tests how a server asks its client, and how it describes itself. */
export class RoundTools extends ToolRegistry {
  readonly #toolkit: Toolkit;
  #changes = 0;

  /** @param toolkit - What changes when the suite wants it to. */
  constructor(toolkit: Toolkit) {
    super();
    this.#toolkit = toolkit;
  }

  @Tool({ name: 'test_input_required_result_elicitation', description: 'Asks for a name' })
  async elicitation(ctx: ToolContext): Promise<string> {
    const answer = await ctx.ask<{ name: string }>(name, { message: 'What is your name?', key: 'user_name' });
    return answer.kind === 'accept' ? `Hello, ${answer.data.name}!` : 'Hello, unknown user!';
  }

  @Tool({ name: 'test_input_required_result_sampling', description: 'Has the client’s model answer' })
  async sampling(ctx: ToolContext): Promise<string> {
    const content = 'What is the capital of France?';
    return (await ctx.sample({ messages: [{ role: 'user', content }], maxTokens: 100 })).text;
  }

  @Tool({ name: 'test_input_required_result_list_roots', description: 'Lists the client’s roots' })
  async listRoots(ctx: ToolContext): Promise<string> {
    return (await ctx.roots()).map(({ uri }) => uri).join('\n');
  }

  @Tool({ name: 'test_input_required_result_request_state', description: 'Asks, and knows the state again' })
  async requestState(ctx: ToolContext): Promise<string> {
    await this.#confirmed(ctx);
    // What comes back unsigned, or to another server, does not get here.
    return 'state-ok';
  }

  @Tool({ name: 'test_input_required_result_multiple_inputs', description: 'Asks for three things at once' })
  async multipleInputs(ctx: ToolContext): Promise<string> {
    const messages = [{ role: 'user', content: 'Generate a greeting' }] as const;
    const [answer, greeting, roots] = await Promise.all([
      ctx.ask<{ name: string }>(name, { message: 'What is your name?', key: 'user_name' }),
      ctx.sample({ messages, maxTokens: 50 }),
      ctx.roots(),
    ]);
    return `${answer.kind}: ${greeting.text}, ${roots.length} roots`;
  }

  @Tool({ name: 'test_input_required_result_multi_round', description: 'Asks twice' })
  async multiRound(ctx: ToolContext): Promise<string> {
    const first = await ctx.ask(name, { message: 'Step 1: What is your name?', key: 'step1' });
    const color = form('color', 'string');
    const second = await ctx.ask(color, { message: 'Step 2: What is your favorite color?', key: 'step2' });
    return `${first.kind}, ${second.kind}`;
  }

  @Tool({ name: 'test_input_required_result_tampered_state', description: 'Asks, with a state that is signed' })
  async tamperedState(ctx: ToolContext): Promise<string> {
    return (await this.#confirmed(ctx)) ? 'confirmed' : 'not confirmed';
  }

  @Tool({ name: 'test_input_required_result_capabilities', description: 'Asks what the client can answer' })
  async capabilities(ctx: ToolContext): Promise<string> {
    return (await ctx.sample('Say hello.')).text;
  }

  @Tool({ name: 'test_missing_capability', description: 'Needs the client’s model' })
  async missingCapability(ctx: ToolContext): Promise<string> {
    return (await ctx.sample('Say hello.')).text;
  }

  @Tool({ name: 'test_streaming_elicitation', description: 'Reports progress, and asks' })
  async streamingElicitation(ctx: ToolContext): Promise<string> {
    ctx.progress(1, 2, 'Asking');
    return (await this.#confirmed(ctx)) ? 'confirmed' : 'not confirmed';
  }

  @Tool({ name: 'test_logging_tool', description: 'Logs while it runs' })
  logging(ctx: ToolContext): string {
    ctx.log('info', 'This is for clients that requested logs.');
    return 'logged';
  }

  @Tool({
    name: 'test_custom_header',
    description: 'Has an argument that travels as a header too',
    inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
  })
  customHeader({ region }: { readonly region?: string }): string {
    return `Region: ${region ?? 'none'}`;
  }

  @Tool({ name: 'test_trigger_tool_change', description: 'Changes the list of tools' })
  triggerToolChange(): string {
    const added = `added_${++this.#changes}`;
    this.#toolkit.register(ToolSpec.fromFunction(() => added, { name: added, description: 'Has been added' }));
    return added;
  }

  async #confirmed(ctx: ToolContext): Promise<boolean> {
    const answer = await ctx.ask<{ ok: boolean }>(form('ok', 'boolean'), { message: 'Please confirm', key: 'confirm' });
    return answer.kind === 'accept' && answer.data.ok;
  }
}
