import { type StandardSchemaV1, specTypeSchemas } from '@modelcontextprotocol/client';
import { ToolExecutionError } from '../../../base/errors/errors.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { answerElicitation } from '../client/link/answer-elicitation.js';
import { answerRequest, listRoots } from '../client/link/answer-request.js';
import type { LinkHandlers, RemotePrompt } from '../client/link/remote-link.js';

/**
 * Answers a question of a task with a handler. The question and the answer are validated against the protocol.
 *
 * @throws ToolExecutionError if there is no handler for the question, or the question or the answer is malformed.
 */
export async function answerQuestion(
  question: unknown,
  { elicit, visit, sample, roots }: LinkHandlers,
  signal: AbortSignal,
): Promise<unknown> {
  const { method } = isRecord(question) ? question : {};
  if (method === 'elicitation/create' && (elicit !== undefined || visit !== undefined)) {
    const { params } = await validate(specTypeSchemas.ElicitRequest, question);
    const answer = await answerElicitation<unknown>({ elicit, visit }, { mode: 'form', ...params }, signal);
    return validate(specTypeSchemas.ElicitResult, answer);
  }
  if (method === 'sampling/createMessage' && sample !== undefined) {
    const { params } = await validate(specTypeSchemas.CreateMessageRequest, question);
    const answer = await answerRequest<unknown, RemotePrompt>(sample, params, signal);
    return validate(specTypeSchemas.CreateMessageResult, answer);
  }
  if (method === 'roots/list' && roots !== undefined)
    return validate(specTypeSchemas.ListRootsResult, await listRoots(roots));
  throw new ToolExecutionError('The server asks its client something that the source has no handler for.');
}

async function validate<Output>(schema: StandardSchemaV1<unknown, Output>, value: unknown): Promise<Output> {
  const outcome = await schema['~standard'].validate(value);
  if (outcome.issues === undefined) return outcome.value;
  const problem = outcome.issues[0]?.message ?? 'invalid';
  throw new ToolExecutionError(`A question of the task, or its answer, does not follow the protocol: ${problem}`);
}
