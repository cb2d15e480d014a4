import { readToolCalls, Toolkit, type ToolResult } from 'toolwright';
import { natsSource } from 'toolwright/nats';
import { answerOf } from './scripted-model.js';

/** What an agent is run with. */
export interface AgentOptions {
  readonly server: string;
  readonly signal: AbortSignal;
  /** Is called at the beginning of each turn of the model, with the number of its calls. */
  readonly onTurn: (turn: number, calls: number) => void;
  /** Is called for each result. */
  readonly onResult: (result: ToolResult) => void;
}

/** Runs an agent whose tools are those of the workers. The calls of a turn run concurrently. */
export async function runAgent({ server, signal, onTurn, onResult }: AgentOptions): Promise<void> {
  const toolkit = new Toolkit();
  const source = natsSource({ servers: server, offline: 'wait' });
  await toolkit.registerSource(source);
  try {
    for (let turn = 0, answer = answerOf(turn); answer !== undefined; answer = answerOf(++turn)) {
      const calls = readToolCalls(answer);
      onTurn(turn, calls.length);
      await Promise.all(
        calls.map(async ({ id, name, input }) => {
          onResult(await toolkit.execute(name, input, { callId: id, signal, deadlineMs: 30_000 }));
        }),
      );
      signal.throwIfAborted();
    }
  } finally {
    await toolkit.removeSource(source.name);
  }
}
