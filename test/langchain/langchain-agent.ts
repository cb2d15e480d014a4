import { join } from 'node:path';
import { langchainTools, toolkitMiddleware, toolNode } from 'toolwright/langchain';
import type {
  AgentLimit,
  AgentRun,
  AgentRunOptions,
  AgentSdk,
  ScriptedTurn,
  SeenRequest,
  SeenResult,
} from '../contracts/agent-sdk.contract.js';
import { root } from '../support/repository.js';

/** The parts of LangChain and LangGraph that the tests use. */
export interface LangChain {
  // biome-ignore lint/suspicious/noExplicitAny: the types of the packages are not installed in the root.
  readonly [name: string]: any;
}

/** Imports LangChain and LangGraph from their folder in test/peers. */
export function importLangChain(): Promise<LangChain> {
  return import(join(root, 'test/peers/langchain-1/sdk.mjs'));
}

/** A scripted model, and the requests that it has received. */
export interface ScriptedModel {
  // biome-ignore lint/suspicious/noExplicitAny: the types of the packages are not installed in the root.
  readonly model: any;
  readonly requests: SeenRequest[];
}

/** Creates a model that makes the calls of each turn, and then answers with `done`. Its requests are recorded. */
export function createModel(sdk: LangChain, turns: readonly ScriptedTurn[]): ScriptedModel {
  const requests: SeenRequest[] = [];
  const model = sdk.fakeModel();
  let tools: readonly { readonly name: string }[] = [];
  const { bindTools } = model;
  model.bindTools = (bound: typeof tools) => {
    tools = bound;
    return bindTools.call(model, bound);
  };
  for (const turn of [...turns, undefined]) {
    model.respond((messages: readonly Message[]) => {
      requests.push({ tools: tools.map(({ name }) => name), results: readResults(messages) });
      if (turn === undefined) return new sdk.AIMessage('done');
      const calls = turn.map(({ id, name, input }) => ({ type: 'tool_call', id, name, args: input }));
      return new sdk.AIMessage({ content: '', tool_calls: calls });
    });
  }
  return { model, requests };
}

/** The driver of the contract with an agent whose tools are fixed. */
export function createToolsAgent(sdk: LangChain): AgentSdk {
  return {
    run: ({ scope, turns, options, ...run }) => {
      const { model, requests } = createModel(sdk, turns);
      const checkpointer = new sdk.MemorySaver();
      const agent = sdk.createAgent({ model, tools: langchainTools(scope, options), checkpointer });
      return runGraph(sdk, agent, { ...run, requests });
    },
    limits: {
      'activated group': isFixed,
      'inactive tool': answersItself('discount'),
      'unknown tool': answersItself('ad'),
    },
  };
}

/** The driver of the contract with an agent whose middleware follows the toolkit. */
export function createMiddlewareAgent(sdk: LangChain): AgentSdk {
  return {
    run: ({ scope, turns, options, ...run }) => {
      const { model, requests } = createModel(sdk, turns);
      const middleware = [sdk.createMiddleware(toolkitMiddleware(scope, options))];
      const agent = sdk.createAgent({ model, tools: [], middleware, checkpointer: new sdk.MemorySaver() });
      return runGraph(sdk, agent, { ...run, requests });
    },
  };
}

/** The driver of the contract with a graph. */
export function createGraphAgent(sdk: LangChain): AgentSdk {
  return {
    run: ({ scope, turns, options, ...run }) => {
      const { model, requests } = createModel(sdk, turns);
      const graph = new sdk.StateGraph(sdk.MessagesAnnotation)
        .addNode('model', async ({ messages }: { readonly messages: readonly Message[] }) => {
          return { messages: [await model.bindTools(langchainTools(scope, options)).invoke(messages)] };
        })
        .addNode('tools', toolNode(scope, options))
        .addEdge(sdk.START, 'model')
        .addConditionalEdges('model', sdk.toolsCondition)
        .addEdge('tools', 'model')
        .compile({ checkpointer: new sdk.MemorySaver() });
      return runGraph(sdk, graph, { ...run, requests });
    },
  };
}

interface GraphRun extends Pick<AgentRunOptions, 'signal' | 'decision'> {
  readonly requests: readonly SeenRequest[];
}

// biome-ignore lint/suspicious/noExplicitAny: the types of the packages are not installed in the root.
async function runGraph(sdk: LangChain, graph: any, { signal, decision, requests }: GraphRun): Promise<AgentRun> {
  const config = { signal, configurable: { thread_id: 'one' } };
  try {
    let state = await graph.invoke({ messages: [{ role: 'user', content: 'Go' }] }, config);
    if (state.__interrupt__ !== undefined) {
      const type = decision === 'approve' ? 'approve' : 'reject';
      state = await graph.invoke(new sdk.Command({ resume: { decisions: [{ type }] } }), config);
    }
    return { requests, text: state.messages.at(-1).text };
  } catch (failure) {
    return { requests, failure };
  }
}

const isFixed: AgentLimit = {
  reason: 'Without the middleware, an agent keeps the tools with which it was created.',
  check: ({ requests, text }) => {
    expect(requests[1]?.tools).toEqual(requests[0]?.tools);
    expect(text).toBe('done');
  },
};

function answersItself(name: string): AgentLimit {
  return {
    reason: 'Without the middleware, an agent answers calls of tools that it does not have with a list of its tools.',
    check: ({ requests, text }) => {
      expect(requests[1]?.results[0]).toMatchObject({ isError: true });
      expect(requests[1]?.results[0]?.text).toContain(`${name} is not a valid tool, try one of [`);
      expect(text).toBe('done');
    },
  };
}

interface Message {
  readonly type: string;
  readonly tool_call_id: string;
  readonly status?: string;
  readonly text: string;
  readonly contentBlocks: readonly { readonly type: string; readonly mimeType?: string }[];
}

function readResults(messages: readonly Message[]): readonly SeenResult[] {
  return messages
    .filter(({ type }) => type === 'tool')
    .map(({ tool_call_id: id, text, status, contentBlocks }) => {
      const images = contentBlocks.flatMap(({ type, mimeType }) => (type === 'image' ? (mimeType ?? []) : []));
      return { id, text, isError: status === 'error', images };
    });
}
