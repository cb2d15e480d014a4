import type { BaseEvent, RunAgentInput } from '@ag-ui/core';
import { Tool, Toolkit, type ToolkitSession, ToolRegistry } from 'toolwright';
import { type AgentEvent, agUiSse, toAgUi } from 'toolwright/ag-ui';

class Shop extends ToolRegistry {
  /** Returns the price of an article, in euros. */
  @Tool()
  price(article: string): number {
    return article === 'pot' ? 12 : 9;
  }
}
const toolkit = new Toolkit();
toolkit.register(new Shop());

async function answer(session: ToolkitSession, emit: (event: AgentEvent) => void, signal: AbortSignal) {
  const { data } = await session.execute('price', { article: 'pot' }, { signal });
  const messageId = crypto.randomUUID();
  emit({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
  emit({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: `A pot costs ${data} euros.` });
  emit({ type: 'TEXT_MESSAGE_END', messageId });
}

export async function POST(request: Request): Promise<Response> {
  const { threadId, runId }: RunAgentInput = await request.json();
  const session = toolkit.session();
  const run = (signal: AbortSignal, emit: (event: AgentEvent) => void) => answer(session, emit, signal);
  return agUiSse(session.events$, { threadId, runId, run });
}

// Events with the types of the SDK, which names them by an enum.
export const events$ = toAgUi<BaseEvent>(toolkit.events$, { threadId: 't', runId: 'r' });

const input = JSON.stringify({ threadId: 'thread', runId: 'run' });
console.log(await (await POST(new Request('http://localhost', { method: 'POST', body: input }))).text());
