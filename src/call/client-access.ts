import {
  type CallerCapability,
  DefinitionError,
  MissingCapabilityError,
  ValidationError,
} from '../base/errors/errors.js';
import { isSecureUrl } from '../base/network/secure-url.js';
import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import { list, number, object, positive, string, strings } from '../base/options/option-rules.js';
import { ToolInput } from '../schema/input/tool-input.js';
import { listIssues } from '../schema/validation/schema-issues.js';
import type { SchemaSource } from '../tool/metadata/tool-options.js';
import { createCancellationError } from './abort-scope.js';
import { ArgumentPlan } from './argument-plan.js';
import type {
  AskOptions,
  CallClient,
  ClientAnswer,
  ClientRoot,
  SampleRequest,
  SampleResult,
  VisitAnswer,
  VisitOptions,
} from './client/call-client.js';
import type { LabelledMessage } from './labelled-message.js';
import { ToolState } from './state/tool-state.js';

/** The access of a tool to the client of its caller during one call. */
export interface ClientAccess {
  readonly client: CallClient | undefined;
  readonly toolName: string;
  readonly signal: AbortSignal;
  /** Pauses the time limits of the call until the returned function is called, because a person may have to answer. */
  readonly pauseTimeouts: () => () => void;
  /** The label of what the tool says. */
  readonly label: LabelledMessage;
}

const askNames: OptionNames<AskOptions> = { message: string, key: string };

const visitNames: OptionNames<VisitOptions> = { message: string, key: string };

const sampleNames: OptionNames<SampleRequest> = {
  messages: list,
  systemPrompt: string,
  maxTokens: positive,
  temperature: number,
  stopSequences: strings,
  modelPreferences: object,
};

/**
 * Asks the caller's user a question.
 *
 * @throws MissingCapabilityError if the client cannot ask its user.
 * @throws ValidationError if the answer does not match the schema.
 */
export async function askClient<T>(
  access: ClientAccess,
  schema: SchemaSource,
  options: AskOptions,
): Promise<ClientAnswer<T>> {
  const { client, toolName, signal, label } = access;
  const where = `${toolName}: ctx.ask`;
  checkOptionNames(options, askNames, where);
  const { message, key } = options;
  const plan = new ArgumentPlan(where, readAnswerSchema(schema, where), new Map());
  if (client?.ask === undefined) throw createCapabilityError(access, 'needs to ask the user a question', 'ask');
  throwIfAborted(access);
  const question = {
    message: message ?? `The tool '${toolName}' needs more information.`,
    // The authored schema has the titles that people read.
    schema: plan.contract.authored ?? plan.contract.published,
    toolName,
    key,
    ...label,
  };
  const reply = await withoutTimeout(access, client.ask(question, signal));
  if (reply.kind !== 'accept') return { kind: reply.kind };
  const validation = await plan.validate(reply.data, new ToolState());
  if (!validation.ok) {
    const { issues } = validation;
    const reason = `does not match its schema: ${listIssues(issues)}`;
    const message = `The answer to a question of the tool '${toolName}' ${reason}`;
    throw new ValidationError(message, { toolName, issues });
  }
  return { kind: 'accept', data: validation.value as T };
}

/**
 * Asks the caller's user to visit a page.
 *
 * @throws DefinitionError if the URL is not https, or http on the loopback interface, or contains a user name.
 * @throws MissingCapabilityError if the client cannot show its user a page.
 */
export async function visitPage(access: ClientAccess, url: string | URL, options: VisitOptions): Promise<VisitAnswer> {
  const { client, toolName, signal, label } = access;
  const where = `${toolName}: ctx.visit`;
  checkOptionNames(options, visitNames, where);
  const page = readPage(url, where);
  if (client?.visit === undefined) throw createCapabilityError(access, 'needs its user to visit a page', 'visit');
  throwIfAborted(access);
  const { message = `The tool '${toolName}' asks you to visit a page.`, key } = options;
  const answer = await withoutTimeout(access, client.visit({ url: page, message, toolName, key, ...label }, signal));
  return { kind: answer.kind };
}

function readPage(url: string | URL, where: string): string {
  const page = URL.canParse(String(url)) ? new URL(url) : undefined;
  // The URL may contain a token, so the error does not show it.
  if (page === undefined || !isSecureUrl(page) || page.username !== '' || page.password !== '') {
    throw new DefinitionError(
      `${where} requires an https URL without a user name, or an http URL of the loopback interface.`,
    );
  }
  return page.href;
}

/** Samples the caller's model. Throws a MissingCapabilityError if the client does not provide a model. */
export async function sampleClient(access: ClientAccess, request: SampleRequest | string): Promise<SampleResult> {
  const { client, toolName, signal, label } = access;
  if (typeof request !== 'string') checkOptionNames(request, sampleNames, `${toolName}: ctx.sample`);
  if (client?.sample === undefined) throw createCapabilityError(access, 'needs to sample a model', 'sample');
  throwIfAborted(access);
  const full = typeof request === 'string' ? { messages: [{ role: 'user', content: request } as const] } : request;
  return withoutTimeout(access, client.sample({ ...full, ...label }, signal));
}

/**
 * Returns the roots in which the caller allows its tools to work. Throws a MissingCapabilityError if the client does
 * not provide them.
 */
export async function rootsOfClient(access: ClientAccess): Promise<readonly ClientRoot[]> {
  const { client, signal } = access;
  if (client?.roots === undefined) throw createCapabilityError(access, 'needs to list the roots', 'roots');
  throwIfAborted(access);
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

function createCapabilityError(
  { toolName }: ClientAccess,
  what: string,
  capability: CallerCapability,
): MissingCapabilityError {
  return new MissingCapabilityError(
    `The tool '${toolName}' ${what}, but its caller does not provide that capability. ` +
      `Call it from a client that does, or pass { client: { ${capability} } } in the options of the call.`,
    { toolName, capability },
  );
}

function throwIfAborted({ signal, toolName }: ClientAccess): void {
  if (signal.aborted) throw createCancellationError(toolName, signal.reason);
}
