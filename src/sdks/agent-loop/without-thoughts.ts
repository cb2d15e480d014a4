import { skipString } from './skip-string.js';

const tag = /<(\/?)(think|thinking|reasoning)>/iy;

/**
 * Returns the reply of a model without its thoughts: the text in `<think>`, `<thinking>` and `<reasoning>`. A thought that
 * does not end extends to the end of the reply. The text before an end tag without a start tag is a thought too, because
 * some templates write the start tag into the prompt. A tag in a string of JSON is text.
 */
export function withoutThoughts(reply: string): string {
  const kept: string[] = [];
  let start = 0;
  let isThought = false;
  let depth = 0;
  for (let at = 0; at < reply.length; at++) {
    const character = reply.charAt(at);
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth = Math.max(0, depth - 1);
    // Quotation marks in thoughts and in prose are not balanced.
    else if (depth > 0 && !isThought) at = skipString(reply, at);
    if (character !== '<') continue;
    tag.lastIndex = at;
    const found = tag.exec(reply);
    if (found === null) continue;
    const isEnd = found[1] === '/';
    if (!isEnd && !isThought) kept.push(reply.slice(start, at));
    if (isEnd && !isThought) kept.length = 0;
    isThought = !isEnd;
    depth = 0;
    at += found[0].length - 1;
    start = at + 1;
  }
  if (!isThought) kept.push(reply.slice(start));
  return kept.join('\n');
}
