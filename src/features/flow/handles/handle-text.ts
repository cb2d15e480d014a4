import { pointerOf, stepsOf } from '../../../base/json/json-pointer.js';

/** A handle: the ID of a result that a session keeps, and the JSON Pointer of a value in it. */
export interface Handle {
  readonly id: string;
  readonly pointer: string;
}

const idForm = /^[A-Za-z0-9][\w.-]{0,39}$/;
const handleForm = /^@([A-Za-z0-9][\w.-]{0,39})(\/.*)?$/su;
const escapedForm = /^@(?=@+[A-Za-z0-9][\w.-]{0,39}(?:\/.*)?$)/su;

/** Checks whether a text may be the ID of a handle. */
export function isHandleId(text: string): boolean {
  return idForm.test(text);
}

/** Writes a handle, such as `@c7/0/from`. */
export function handleText(id: string, steps: readonly string[] = []): string {
  return `@${id}${pointerOf(steps)}`;
}

// Longer names of places are none that an author has declared.
const maxChars = 100_000;

/** Reads a text that is a handle as a whole. Returns undefined for any other one. */
export function parseHandle(text: string): Handle | undefined {
  if (text.length > maxChars) return undefined;
  const [, id, pointer = ''] = handleForm.exec(text) ?? [];
  return id === undefined ? undefined : { id, pointer: pointerOf(stepsOf(pointer)) };
}

/** Returns the text that an escaped one means: `@@ann` is `@ann`. Any other text means itself. */
export function unescapeHandle(text: string): string {
  return text.replace(escapedForm, '');
}

/** Writes a text so that it is no handle: `@ann` becomes `@@ann`. */
export function escapeHandle(text: string): string {
  return parseHandle(text) === undefined && !escapedForm.test(text) ? text : `@${text}`;
}
