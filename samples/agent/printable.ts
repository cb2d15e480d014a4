/** Text in one line, without what could steer a terminal: models and tools may say anything. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
