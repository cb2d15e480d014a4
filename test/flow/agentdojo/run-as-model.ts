import type { ReplayedSession } from './replayed-session.js';
import type { RecordedCall, Suite } from './suite.js';
import { choicesOf, wayOf } from './ways.js';

/** A value for which the model needs a hidden text. */
export interface NeededText {
  /** The tool and its argument, or the answer. */
  readonly place: string;
  /** Whether the text stays hidden, and nobody is asked. */
  readonly isServed: boolean;
}

/** A call that was made. */
export interface ModelCall {
  /** The ID of the call, or undefined if it was denied. */
  readonly callId: string | undefined;
  readonly needed: readonly NeededText[];
}

/**
 * Makes a recorded call as a model that passes handles of what it has not read.
 *
 * @param result - What the tool returns. Default: what was recorded.
 */
export async function runAsModel(
  session: ReplayedSession,
  suite: Suite,
  call: RecordedCall,
  result: unknown = call.result,
): Promise<ModelCall> {
  const { tool } = call;
  const choices = choicesOf(suite.tools.find(({ name }) => name === tool)?.parameters);
  const extracted: string[] = [];
  const unserved: string[] = [];
  const write = async (value: unknown, pointer: string): Promise<unknown> => {
    if (typeof value === 'object' && value !== null) return writeMembers(value, pointer);
    const way = wayOf(value, session.view, choices);
    if (way.by === 'handle') return way.handle;
    if (way.by === 'reading') unserved.push(pointer);
    if (way.by !== 'extract') return session.literal(value);
    extracted.push(pointer);
    return session.extract(way.handle, value);
  };
  const writeMembers = async (value: object, pointer: string): Promise<unknown> => {
    const written: unknown[] = [];
    const keys = Object.keys(value);
    for (const [key, member] of Object.entries(value)) written.push(await write(member, `${pointer}/${key}`));
    return Array.isArray(value) ? written : Object.fromEntries(keys.map((key, index) => [key, written[index]]));
  };

  const args = await writeMembers(call.args, '');
  const asked = session.questions.length;
  const callId = await session.runWithHandles({ tool, args }, { result, recorded: call.result });
  const concerns = session.questions.slice(asked).flatMap((question) => question.concerns ?? []);
  // What was extracted is untrusted. It may not decide.
  const decides = (pointer: string): boolean => concerns.some(({ argument }) => argument === pointer);
  const needed = [
    ...extracted.map((pointer) => ({ pointer, isServed: !decides(pointer) })),
    ...unserved.map((pointer) => ({ pointer, isServed: false })),
  ];
  return { callId, needed: needed.map(({ pointer, isServed }) => ({ place: `${tool} ${pointer}`, isServed })) };
}
