import { filter, lastValueFrom, toArray } from 'rxjs';
import type { ToolkitSession, ToolResponse } from 'toolwright';
import type { ChatMessage, ChatModel, RequestedCall } from './chat-model.js';
import { contentText } from './content-text.js';

/** The parts of an agent. */
export interface AgentParts {
  readonly model: ChatModel;
  /** The conversation's own groups, state and history. */
  readonly session: ToolkitSession;
  /** The tool whose call ends the work. */
  readonly finish: string;
  /** Receives the text of the model before its tool calls. */
  readonly onThought: (text: string) => void;
}

/** How the work ended. */
export interface AgentAnswer {
  /** The validated arguments of the finish tool; undefined if the model ended with words. */
  readonly output: unknown;
  readonly text: string;
  readonly rounds: number;
}

// A model that has not finished by then goes in circles.
const maxRounds = 12;

/** Lets a model work on a task: it says what it wants, the tools answer, until it finishes. */
export async function runAgent(task: string, { model, session, finish, onThought }: AgentParts): Promise<AgentAnswer> {
  const messages: ChatMessage[] = [{ role: 'user', content: task }];
  for (let round = 1; round <= maxRounds; round++) {
    // Groups that were switched on bring tools and instructions with them.
    const system: ChatMessage = { role: 'system', content: instructionsOf(session, finish) };
    const tools = session.list({ active: true }).map((spec) => spec.toOpenAI({ api: 'chat' }));
    const answer = await model.complete({ messages: [system, ...messages], tools });
    messages.push(answer);
    if (answer.content !== '') onThought(answer.content);
    if (answer.calls.length === 0) return { output: undefined, text: answer.content, rounds: round };
    const responses = await callAll(session, answer.calls);
    for (const { callId, content } of responses) messages.push({ role: 'tool', callId, content: contentText(content) });
    const finished = responses.find(({ toolName, state }) => toolName === finish && state === 'success');
    if (finished !== undefined) {
      return { output: finished.metadata?.structuredOutput, text: contentText(finished.content), rounds: round };
    }
  }
  return { output: undefined, text: `The model did not finish in ${maxRounds} rounds.`, rounds: maxRounds };
}

/** The last response of each call, in the order of the calls. A call that fails is an answer too. */
async function callAll(session: ToolkitSession, calls: readonly RequestedCall[]): Promise<readonly ToolResponse[]> {
  const asked = calls.map(({ id, name, arguments: input }) => ({ id, name, input }));
  const responses$ = session.callTools(asked, { concurrency: 4, timeoutMs: 10_000 });
  const lasts = await lastValueFrom(
    responses$.pipe(
      filter(({ isLast }) => isLast),
      toArray(),
    ),
  );
  const place = (response: ToolResponse): number => calls.findIndex(({ id }) => id === response.callId);
  return lasts.sort((one, other) => place(one) - place(other));
}

function instructionsOf(session: ToolkitSession, finish: string): string {
  return [
    'You plan, call tools, look at what they answer, and go on until the task is done.',
    `Say your plan in a sentence before you call tools. Call '${finish}' with the answer at the end.`,
    session.getGroupInstructions(),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}
