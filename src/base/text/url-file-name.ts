/** Returns the name of the file that a URL leads to: the last segment of its path. Undefined if the path ends with `/`. */
export function urlFileName(url: string): string | undefined {
  const segment = URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : undefined;
  return segment === undefined || segment === '' ? undefined : decodePercent(segment);
}

/** Decodes percent-encoded text. Text that is not encoded correctly is returned unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
