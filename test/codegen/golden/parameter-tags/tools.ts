import { Tool, ToolRegistry } from 'toolwright';

export class ParameterTags extends ToolRegistry {
  /**
   * Makes a booking.
   *
   * @param name - who comes
   * @minLength 1
   * @maxLength 40
   * @param guests - how many come
   * @asType integer
   * @minimum 1
   * @exclusiveMaximum 10
   * @param code
   * @pattern ^[A-Z]{2}-\d+$
   * @default AB-1
   * @param dates - when they come
   * @minItems 1
   * @maxItems 3
   * @uniqueItems
   * @param share - their part of the price
   * @exclusiveMinimum 0
   * @maximum 1
   * @multipleOf 0.25
   * @param email
   * @format email
   * @pattern ^\S+@\S+$
   * @deprecated use the code
   * @example "a@example.org"
   */
  @Tool()
  book(name: string, guests: number, code: string, dates: string[], share: number, email?: string): void {}

  /**
   * @param labels - free words
   * @minProperties 1
   * @maxProperties 2
   * @param color
   * @examples ["red", "blue"]
   * @param kind
   * @const "cat"
   */
  @Tool()
  label(labels: Record<string, string>, color: string, kind: string): void {}
}
