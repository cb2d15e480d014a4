/** Counts the characters of a text. A variation selector counts only if it does not follow a character. */
export function countJoinedCharacters(text: string): number {
  let count = 0;
  let isAfterCharacter = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isSelector = code === 0xfe0e || code === 0xfe0f;
    if (!(isSelector && isAfterCharacter) && !isSecondHalf(text, index)) count++;
    isAfterCharacter = !isSelector;
  }
  return count;
}

/** Checks whether the code unit at an index is the second half of a surrogate pair. */
function isSecondHalf(text: string, index: number): boolean {
  const isLow = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return isLow && index > 0 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}
