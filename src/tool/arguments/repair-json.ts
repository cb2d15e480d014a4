/** JSON that was read from malformed text. */
export interface RepairedJson {
  readonly value: unknown;
  /** Whether the text ends inside a value or where another one must follow, so that the value is probably incomplete. */
  readonly isCutOff: boolean;
}

/**
 * Reads malformed JSON text. Returns undefined if it cannot be repaired, if it has a number that ends in a sign, a point
 * or an exponent, and in a bundle without jsonrepair.
 */
export async function repairJson(text: string): Promise<RepairedJson | undefined> {
  const repairing = await loadRepair();
  if (repairing === undefined) return undefined;
  const repairedText = attempt(() => repairing.jsonrepair(text));
  // jsonrepair completes such a number with 0, which no model has sent.
  if (repairedText === undefined || countZeros(repairedText) > countZeros(text)) return undefined;
  const value = parseJson(repairedText);
  return { value, isCutOff: isCutOff(text, value, repairing) };
}

/** Parses JSON text. Returns undefined if it is malformed. */
export function parseJson(json: string): unknown {
  return attempt(() => JSON.parse(json) as unknown);
}

function countZeros(text: string): number {
  return text.match(/(?:[-.]|[eE][-+]?)0(?!\d)/g)?.length ?? 0;
}

type Repairing = typeof import('jsonrepair');

// The symbol for "end of transmission", a character that no model sends.
const marker = '\u2404';

/**
 * Checks whether text was cut off. What the repair makes of a marker after the text shows where the text ends.
 *
 * An object that lacks only its last brace is complete, because models forget that brace. A token limit that ends the
 * text there, between two arguments, looks the same. A list or an object inside that object is not complete without its
 * end.
 */
function isCutOff(text: string, value: unknown, repairing: Repairing): boolean {
  const readWith = (end: string): string | undefined =>
    attempt(() => JSON.stringify(JSON.parse(repairing.jsonrepair(text + end))));
  const next = readWith(`\n"${marker}"`);
  if (next === JSON.stringify([value, marker]) || (next === undefined && hasSurplusBracket(text, repairing)))
    return false;
  const member = JSON.stringify(withMarker(value));
  if (next === undefined || next !== member || readWith(`\n,"${marker}"`) !== member) return true;
  return !/\s$/.test(text) && endsInWord(text, repairing);
}

/** Returns a value with the marker as the next member of its outermost object or list. Undefined if that is empty. */
function withMarker(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return undefined;
  return Array.isArray(value) ? [...value, marker] : { ...value, [marker]: null };
}

/** Checks whether a marker directly after the text becomes the end of a number or of a text without quotes. */
function endsInWord(text: string, { jsonrepair }: Repairing): boolean {
  const marked = attempt(() => jsonrepair(text + marker));
  return marked === undefined || new RegExp(`[^"]${marker}`).test(marked);
}

/** Checks whether text ends with brackets that close nothing: then nothing but the marker is refused. */
function hasSurplusBracket(text: string, { jsonrepair, JSONRepairError }: Repairing): boolean {
  try {
    jsonrepair(`${text}\n"${marker}"`);
    return false;
  } catch (error) {
    return error instanceof JSONRepairError && error.position > text.length;
  }
}

/** Loads jsonrepair when it is first needed. Returns undefined in a bundle without it: then nothing is repaired. */
async function loadRepair(): Promise<typeof import('jsonrepair') | undefined> {
  try {
    return await import('jsonrepair');
  } catch {
    return undefined;
  }
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
