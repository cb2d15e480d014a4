import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import { answerVisit } from './answer-elicitation.js';
import type { LinkHandlers } from './remote-link.js';

// Protocol 2025-11-25, client/elicitation, "URL Elicitation Required Error".
const urlElicitationRequired = -32_042;

// Each one is shown to a person.
const maxVisits = 10;

/**
 * Sends a request, and once more if the server requires visits first and the user has made them. Servers of 2025-11-25 refuse
 * a call in this way; those of 2026-07-28 ask for input instead.
 */
export async function withRequiredVisits(
  send: () => Promise<unknown>,
  visit: LinkHandlers['visit'],
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    const visits = visit === undefined ? [] : requiredVisits(error);
    if (visits.length === 0) throw error;
    for (const params of visits) {
      if ((await answerVisit(visit, params, signal)).action !== 'accept') throw error;
    }
    return send();
  }
}

function requiredVisits(error: unknown): readonly unknown[] {
  const { code, data } = isRecord(error) ? error : {};
  if (code !== urlElicitationRequired || !isRecord(data) || !Array.isArray(data.elicitations)) return [];
  const visits = data.elicitations.filter((one) => isRecord(one) && one.mode === 'url');
  return visits.length > maxVisits ? [] : visits;
}
