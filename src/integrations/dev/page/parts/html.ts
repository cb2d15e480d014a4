import type { ComponentChildren, VNode } from 'preact';

/** What a component returns. */
export type View = VNode | VNode[] | null;

/** What is between the tags of a component. */
export type Children = ComponentChildren;

/** Returns the text of the input that an event is about. */
export function textOf({ currentTarget: input }: Event): string {
  const hasText =
    input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement || input instanceof HTMLSelectElement;
  return hasText ? input.value : '';
}

/** Joins the names of classes that apply. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
