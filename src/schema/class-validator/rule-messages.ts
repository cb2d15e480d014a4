import { dateForm } from '../json-schema/date-text.js';

/** The place that a message of class-validator is about. */
interface MessagePlace {
  /** The name of the property. */
  readonly property: string;
  /** Whether the place is one item of the property's list. */
  readonly isItem: boolean;
}

/**
 * Removes the property's name from a default message of class-validator, and that it is about each item, because the path
 * of an issue says both. Returns the message of an author unchanged, unless it begins in the same way.
 */
export function withoutPlace(message: string, { property, isItem }: MessagePlace): string {
  const own = withDateForm(removeName(message, property));
  return isItem && own !== message ? removeEach(own) : own;
}

/** Removes from a message that it is about each item of a list. */
function removeEach(message: string): string {
  return message.replace(/^each value /, '').replace(/^elements of each value /, 'elements ');
}

/** Replaces the default messages of `@IsDate`, because a caller sends texts. */
function withDateForm(message: string): string {
  return message.replace(/^(each value )?must be a Date instance$/, `$1must be ${dateForm}`);
}

/**
 * The beginnings of class-validator's messages: the text before and after the property's name, and its replacement.
 */
const beginnings: readonly { readonly before: string; readonly after: string; readonly instead: string }[] = [
  { before: '', after: ' ', instead: '' },
  { before: 'nested property ', after: ' ', instead: '' },
  { before: 'each value in nested property ', after: ' ', instead: 'each value ' },
  { before: 'each value in ', after: ' ', instead: 'each value ' },
  { before: 'All ', after: "'s elements ", instead: 'elements ' },
  { before: 'each value in All ', after: "'s elements ", instead: 'elements of each value ' },
];

/** Removes the property's name from a message, because the path already contains it. */
function removeName(message: string, property: string): string {
  for (const { before, after, instead } of beginnings) {
    const end = before.length + property.length;
    if (!message.startsWith(property, before.length) || !message.startsWith(after, end)) continue;
    if (message.startsWith(before)) return instead + message.slice(end + after.length);
  }
  return message;
}
