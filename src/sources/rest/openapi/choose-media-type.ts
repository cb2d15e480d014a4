/** The media type of a body as the document declares it, and as it is sent. */
export interface ChosenMediaType {
  readonly declared: string;
  readonly sent: string;
}

/** The types in which a body is sent, the preferred first. */
const preferred: readonly RegExp[] = [
  /^application\/json$/,
  /[/+]json$/,
  /^\*\/\*$|^application\/\*$/,
  /^application\/x-www-form-urlencoded$/,
  /^multipart\/form-data$/,
  /^text\/plain$/,
];

/** Chooses the media type in which a body is sent. Returns undefined if there is none. */
export function chooseMediaType(declared: readonly string[]): ChosenMediaType | undefined {
  for (const pattern of preferred) {
    const found = declared.find((one) => pattern.test(nameOf(one)));
    if (found !== undefined) return { declared: found, sent: found.includes('*') ? 'application/json' : found };
  }
  const [first] = declared;
  return first === undefined ? undefined : { declared: first, sent: first };
}

/** Checks whether a media type is JSON. */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(nameOf(mediaType));
}

/** Checks whether a media type is a stream of events or of lines. */
export function isStreamType(mediaType: string): boolean {
  return /^(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl))$/.test(nameOf(mediaType));
}

function nameOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}
