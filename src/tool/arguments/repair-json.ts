/** JSON that was read from malformed text. */
export interface RepairedJson {
  readonly value: unknown;
  /** Whether the text ends inside a string, so that the string is probably incomplete. */
  readonly isCutOff: boolean;
}

// The symbol for "end of transmission", a character that no model sends.
const marker = '\u2404';

/** Reads malformed JSON text. Returns undefined if it cannot be repaired, and in a bundle without jsonrepair. */
export async function repairJson(text: string): Promise<RepairedJson | undefined> {
  const repairing = await loadRepair();
  if (repairing === undefined) return undefined;
  const { jsonrepair } = repairing;
  const repairedText = attempt(() => jsonrepair(text));
  if (repairedText === undefined) return undefined;
  // If the text was cut off inside a string, an appended marker becomes part of that string.
  const isCutOff = attempt(() => jsonrepair(text + marker).replace(marker, '')) === repairedText;
  return { value: parseJson(repairedText), isCutOff };
}

/** Parses JSON text. Returns undefined if it is malformed. */
export function parseJson(json: string): unknown {
  return attempt(() => JSON.parse(json) as unknown);
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
