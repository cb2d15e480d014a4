import {
  DefinitionError,
  serveTasks,
  Tool,
  ToolFormatter,
  Toolkit,
  ToolRegistry,
  type ToolScope,
  tool,
} from 'toolwright';
import { agUiSse, toAgUi } from 'toolwright/ag-ui';
import { aiTools, followGroups, repairToolCall } from 'toolwright/ai-sdk';
import { betaTools, toolResults } from 'toolwright/anthropic';
import { toolServer } from 'toolwright/claude-agent';
import { callableTool, functionResponses } from 'toolwright/google-genai';
import * as mastra from 'toolwright/mastra';
import { serveNats } from 'toolwright/nats';
import { chatToolMessages, responsesToolOutputs, runnableTools } from 'toolwright/openai';
import { agentInstructions, agentTools } from 'toolwright/openai-agents';

class Shop extends ToolRegistry {
  @Tool()
  find(): string {
    return 'tea';
  }
}

/** An instance of a class that needs no base class. */
class Depot {
  @Tool()
  count(): number {
    return 1;
  }
}

const find = tool(() => 'tea', { name: 'find', inputSchema: { type: 'object' } });

/** The functions that take a toolkit or a session, as plain JavaScript may call them. */
const ofScopes: Readonly<Record<string, (scope: never) => unknown>> = {
  aiTools,
  followGroups,
  repairToolCall,
  runnableTools,
  chatToolMessages: (scope) => chatToolMessages(scope, { tool_calls: [] }),
  responsesToolOutputs: (scope) => responsesToolOutputs(scope, []),
  betaTools,
  toolResults: (scope) => toolResults(scope, { content: [] }),
  callableTool,
  functionResponses: (scope) => functionResponses(scope, []),
  agentTools,
  agentInstructions,
  toolServer: (scope) => toolServer(scope, { name: 'shop' }),
  mastraTools: mastra.mastraTools,
  'followGroups of Mastra': mastra.followGroups,
  formatTools: (scope) => new ToolFormatter().formatTools(scope, 'openai-responses'),
};

/** The functions that take a toolkit only. */
const ofToolkits: Readonly<Record<string, (toolkit: never) => unknown>> = { serveNats, serveTasks };

const given: readonly (readonly [string, unknown, string, string])[] = [
  ['an instance with tools', new Shop(), 'an instance of Shop', 'new Shop()'],
  ['an instance without the base class', new Depot(), 'an instance of Depot', '…'],
  ['a class', Shop, 'the class Shop', 'new Shop()'],
  ['an array', [new Shop()], 'an array', '...tools'],
  ['a spec', find, 'an instance of ToolSpec', '…'],
  ['a function', () => 'tea', 'function', '…'],
  ['an object', { find: 1 }, '{"find":1}', '…'],
  ['a text', 'shop', '"shop"', '…'],
  ['null', null, 'null', '…'],
  ['nothing', undefined, 'undefined', '…'],
];

/** Calls a function, and returns the message of the DefinitionError with which it ends. */
async function messageOf(call: (scope: never) => unknown, scope: unknown): Promise<string> {
  try {
    await call(scope as never);
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError);
    return (error as DefinitionError).message;
  }
  return 'no error';
}

describe.each(given)('%s in the place of a toolkit', (_, value, found, provider) => {
  const hint = `Write const toolkit = Toolkit.of(${provider}), and pass toolkit.`;

  it.each(Object.entries(ofScopes))('is refused by %s, which says how to create one', async (name, call) => {
    const [where] = name.split(' ');
    const message = await messageOf(call, value);
    expect(message).toContain(`${where}: the first argument must be a toolkit or a session, not ${found}`);
    expect(message).toContain(hint);
  });

  it.each(Object.entries(ofToolkits))('is refused by %s, which says how to create one', async (name, call) => {
    const message = await messageOf(call, value);
    expect(message).toContain(`${name}: the first argument must be a toolkit, not ${found}`);
    expect(message).toContain(hint);
  });
});

describe('a session in the place of a toolkit', () => {
  it.each(Object.entries(ofToolkits))('is refused by %s', async (name, call) => {
    const message = await messageOf(call, new Toolkit().session());
    expect(message).toContain(`${name}: the first argument must be a toolkit, not a session`);
  });
});

describe('a toolkit in the place of its events', () => {
  const run = { threadId: 'thread', runId: 'run' };
  const ofEvents: Readonly<Record<string, (events: never) => unknown>> = {
    toAgUi: (events) => toAgUi(events, run),
    agUiSse: (events) => agUiSse(events, run),
  };

  it.each(Object.entries(ofEvents))('is refused by %s, which names the events', async (name, call) => {
    const scope: ToolScope = Toolkit.of(new Shop());
    expect(await messageOf(call, scope)).toBe(
      `${name}: the first argument must be the events of a toolkit or session. Write ${name}(session.events$, { … }).`,
    );
    expect(await messageOf(call, undefined)).toContain(`Write ${name}(session.events$, { … }).`);
  });
});
