import { type CallerCapability, MissingCapabilityError, ValidationError } from '../../errors.js';
import type { SchemaSource } from '../../metadata/tool-options.js';
import { ToolInput } from '../../schema/input/tool-input.js';
import { listIssues } from '../../schema/validation/schema-issues.js';
import { ToolState } from '../../state/tool-state.js';
import { cancellationError } from '../abort-scope.js';
import { ArgumentPlan } from '../argument-plan.js';
import type { AskOptions, CallClient, ClientAnswer, ClientRoot, SampleRequest, SampleResult } from './call-client.js';

/** The caller of one call, as its tool reaches it. */
export interface ClientAccess {
  readonly client: CallClient | undefined;
  readonly toolName: string;
  readonly signal: AbortSignal;
  /** Pauses the time limits of the call until the returned function is called: a person may have to answer. */
  readonly pauseTimeouts: () => () => void;
}

/** Asks the user of the caller. Throws a ValidationError on an answer that does not fit the schema. */
export async function askClient<T>(
  access: ClientAccess,
  schema: SchemaSource,
  { message, key }: AskOptions,
): Promise<ClientAnswer<T>> {
  const { client, toolName, signal } = access;
  const where = `${toolName}: ctx.ask`;
  const plan = new ArgumentPlan(where, readAnswerSchema(schema, where), new Map());
  if (client?.ask === undefined) throw outOfReach(access, 'asks its user something', 'ask');
  checkOpen(access);
  const question = {
    message: message ?? `The tool '${toolName}' needs to know more.`,
    // As the author wrote it: with the titles that people read.
    schema: plan.contract.authored ?? plan.contract.published,
    toolName,
    key,
  };
  const reply = await withoutTimeout(access, client.ask(question, signal));
  if (reply.kind !== 'accept') return { kind: reply.kind };
  const validation = await plan.validate(reply.data, new ToolState());
  if (!validation.ok) {
    const { issues } = validation;
    const message = `The answer to what the tool '${toolName}' asked does not fit: ${listIssues(issues)}`;
    throw new ValidationError(message, { toolName, issues });
  }
  return { kind: 'accept', data: validation.value as T };
}

/** Lets the model of the caller say something. */
export async function sampleClient(access: ClientAccess, request: SampleRequest | string): Promise<SampleResult> {
  const { client, signal } = access;
  if (client?.sample === undefined) throw outOfReach(access, 'wants a model to say something', 'sample');
  checkOpen(access);
  const asked = typeof request === 'string' ? { messages: [{ role: 'user', content: request } as const] } : request;
  return withoutTimeout(access, client.sample(asked, signal));
}

/** The places that the caller lets its tools work in. */
export async function rootsOfClient(access: ClientAccess): Promise<readonly ClientRoot[]> {
  const { client, signal } = access;
  if (client?.roots === undefined) throw outOfReach(access, 'asks where it may work', 'roots');
  checkOpen(access);
  return client.roots(signal);
}

async function withoutTimeout<T>({ pauseTimeouts }: ClientAccess, answer: Promise<T>): Promise<T> {
  const resume = pauseTimeouts();
  try {
    return await answer;
  } finally {
    resume();
  }
}

function readAnswerSchema(schema: SchemaSource, where: string): ToolInput {
  return ToolInput.read({ where, inputSchema: schema, params: undefined, reflected: false });
}

function outOfReach({ toolName }: ClientAccess, what: string, capability: CallerCapability): MissingCapabilityError {
  return new MissingCapabilityError(
    `The tool '${toolName}' ${what}, and its caller does not offer that. Call it from a client that does, ` +
      `or give the call { client: { ${capability} } }.`,
    { toolName, capability },
  );
}

function checkOpen({ signal, toolName }: ClientAccess): void {
  if (signal.aborted) throw cancellationError(toolName, signal.reason);
}
