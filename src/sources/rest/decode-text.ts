/** Returns the decoded text of a part of a URL, or the text itself if it cannot be decoded. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
