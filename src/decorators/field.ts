import { recordField } from '../metadata/class-records.js';
import type { FieldOptions } from '../metadata/tool-options.js';
import { memberSite } from './definition-site.js';

/** A decorator for a DTO's property; legacy decorators only, as class-validator's are. */
export type FieldDecorator = (target: object, property: string | symbol) => void;

/**
 * Documents a property of a class-validator DTO for the model. It adds no rule.
 *
 * @example
 * ```ts
 * class NewItem {
 *   @IsString() @Field({ description: 'Shown in lists' })
 *   title!: string;
 * }
 * ```
 */
export function Field(options: FieldOptions): FieldDecorator {
  const field = Object.freeze({ ...options });
  return (target, property) => {
    const site = memberSite('@Field()', target, property);
    recordField(site.owner, site.member, field);
  };
}
