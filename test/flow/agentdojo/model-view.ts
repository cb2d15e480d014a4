import type { ToolResult } from 'toolwright';
import { haveText, textsIn, textsShown } from './shown-texts.js';

/** A value that the model does not see, but can pass on by a handle. */
export interface HiddenValue {
  readonly handle: string;
  readonly value: unknown;
}

/** A result of which the model does not see all. */
export interface HiddenResult {
  /** The handle of the result as a whole. */
  readonly handle: string;
  /** The hidden values that contain no other ones. */
  readonly leaves: readonly HiddenValue[];
  /** All that is hidden, also the names of members. */
  readonly texts: readonly string[];
}

/** What a model has seen in a session, and what it only has handles of. */
export class ModelView {
  /** The user's words, and what was shown. */
  readonly known: string[];
  readonly hidden: HiddenResult[] = [];
  readonly #read: string[] = [];

  constructor(prompt: string) {
    this.known = [prompt];
  }

  /**
   * Adds a result as the toolkit has shown it.
   *
   * @param returned - What the tool has returned, and what it returns without an attack.
   */
  see(shown: ToolResult, { result, recorded }: { readonly result: unknown; readonly recorded: unknown }): void {
    const texts = textsShown(shown);
    this.#read.push(...texts);
    this.known.push(...texts);
    const { structuredContent: view, callId } = shown;
    const handle = `@${callId}`;
    if (!isHandle(view, handle)) return;
    const seen = memberOf(view, 'value');
    const values = seen === undefined ? [{ handle, value: recorded }] : hiddenIn(seen, recorded, handle);
    if (values.length === 0) return;
    // An attacker may have renamed members.
    const kept = new Set(leavesOf({ handle, value: result }).map((leaf) => leaf.handle));
    this.hidden.push({
      handle,
      leaves: values.flatMap(leavesOf).filter((leaf) => kept.has(leaf.handle)),
      texts: values.flatMap(({ value }) => textsIn(value)),
    });
  }

  /** Checks whether the model has read a text, or a substantial part of it. */
  hasRead(text: string): boolean {
    return haveText(this.#read, text);
  }
}

/** Returns the recorded values that a view has handles of. */
function hiddenIn(view: unknown, value: unknown, handle: string): readonly HiddenValue[] {
  if (isHandle(view, handle)) return [{ handle, value }];
  return membersOf(value).flatMap(([key, member]) => hiddenIn(memberOf(view, key), member, within(handle, key)));
}

function leavesOf({ handle, value }: HiddenValue): readonly HiddenValue[] {
  if (typeof value !== 'object' || value === null) return [{ handle, value }];
  return membersOf(value).flatMap(([key, member]) => leavesOf({ handle: within(handle, key), value: member }));
}

/** Checks whether a view has a handle in the place of the value that the handle denotes. */
function isHandle(view: unknown, handle: string): boolean {
  return memberOf(view, 'handle') === handle;
}

function within(handle: string, key: string): string {
  return `${handle}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function memberOf(value: unknown, key: string): unknown {
  return membersOf(value).find(([name]) => name === key)?.[1];
}
