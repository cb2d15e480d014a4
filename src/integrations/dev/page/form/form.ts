import { type IssuesByPointer, inputId } from '../model/issues.js';
import type { JsonObject } from '../model/json.js';
import { type Path, pointerOf } from '../model/json-pointer.js';

/** What all fields of a form share. */
export interface Form {
  /** The schema of the arguments, in which references lead to definitions. */
  readonly root: JsonObject;
  readonly issues: IssuesByPointer;
  /** Sets the value at a path. Undefined removes it. */
  set(path: Path, value: unknown): void;
}

/** A field in a form: where it is, and its value. */
export interface FieldProps {
  readonly form: Form;
  readonly path: Path;
  readonly label: string;
  readonly schema: unknown;
  readonly required: boolean;
  readonly value: unknown;
  /** Removes the item or the property that the field is for. */
  readonly onRemove?: () => void;
}

/** The IDs of the elements of a field, and the messages about its value. */
export interface FieldIds {
  readonly id: string;
  readonly describedBy: string;
  readonly messages: readonly string[];
}

/** Returns the IDs of the elements of a field, and the messages about its value. */
export function idsOf({ form, path }: Pick<FieldProps, 'form' | 'path'>): FieldIds {
  const pointer = pointerOf(path);
  const id = inputId(pointer);
  return { id, describedBy: `${id}-text ${id}-issue`, messages: form.issues.get(pointer) ?? [] };
}
