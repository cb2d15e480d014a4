import { ToolExecutionError } from '../../../../base/errors/errors.js';
import { isSecureUrl } from '../../../../base/network/secure-url.js';
import { defaultPromptChars, promptText } from '../../../../base/text/clean-text.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import { answerRequest } from './answer-request.js';
import type { LinkHandlers, RemoteQuestion, RemoteVisit } from './remote-link.js';

type ElicitationHandlers = Pick<LinkHandlers, 'elicit' | 'visit'>;

/** The parameters of `elicitation/create`, as an SDK has validated them. */
interface ElicitationParams {
  readonly mode?: string | undefined;
  readonly message: string;
}

/**
 * Answers `elicitation/create` with the handler for its mode: a form, or a page that the user visits.
 *
 * @throws ToolExecutionError if there is no handler for the mode, or the page must not be opened.
 */
export function answerElicitation<Result>(
  { elicit, visit }: ElicitationHandlers,
  params: ElicitationParams & Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Result> {
  if (params.mode === 'url') return answerVisit(visit, params, signal) as Promise<Result>;
  if (elicit === undefined) throw new ToolExecutionError('The server asks for a form, for which there is no handler.');
  return answerRequest<Result, RemoteQuestion>(elicit, params, signal);
}

/** Asks whether the user visits a page. The page is never opened here. */
export async function answerVisit(
  visit: LinkHandlers['visit'],
  params: unknown,
  signal: AbortSignal,
): Promise<{ readonly action: 'accept' | 'decline' | 'cancel' }> {
  if (visit === undefined) {
    throw new ToolExecutionError('The server asks for a page to be opened, for which there is no handler.');
  }
  const answer: unknown = await visit(readVisit(params), { signal });
  const { action } = isRecord(answer) ? answer : {};
  // Anything else is no consent.
  return { action: action === 'accept' || action === 'decline' ? action : 'cancel' };
}

function readVisit(params: unknown): RemoteVisit {
  const { url: text, message } = isRecord(params) ? params : {};
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isSecureUrl(url)) {
    throw new ToolExecutionError('The server asks for a page to be opened whose URL is not https.');
  }
  // A user name before the host makes the URL look like that of another host.
  if (url.username !== '' || url.password !== '') {
    throw new ToolExecutionError('The server asks for a page to be opened whose URL contains a user name.');
  }
  const shown = typeof message === 'string' ? promptText(message, defaultPromptChars) : '';
  return Object.freeze({ url: url.href, host: url.host, message: shown });
}
