import { Tool, ToolRegistry } from 'toolwright';

/** A new entry. */
interface Entry {
  /**
   * One line.
   *
   * @minLength 1
   * @maxLength 80
   * @example First steps
   * @example "Quoted"
   */
  title: string;

  /**
   * @default 1
   * @asType integer
   */
  level?: number;

  /**
   * Who wrote it.
   * @remarks Not shown.
   * @deprecated
   */
  author?: string;

  /** When to show it. */
  dates: Period;

  /** @uniqueItems */
  tags: string[];
}

/** A stretch of time. */
interface Period {
  /** @format date */
  from: string;
}

export class PropertyTags extends ToolRegistry {
  @Tool()
  add(entry: Entry, period: Period): void {}
}
