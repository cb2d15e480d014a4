import { Tool, ToolRegistry } from 'toolwright';

type Unit = 'px' | 'em';

type Length = `${number}${Unit}`;

export class TemplateLiterals extends ToolRegistry {
  @Tool()
  style(
    width: Length,
    id: `item-${string}`,
    range: `${number}..${number}`,
    flag: `is-${boolean}`,
    big: `${bigint}n`,
  ): void {}

  @Tool()
  name(shout: Uppercase<string>, event: `on${Capitalize<'click' | 'focus'>}`, path: `/${string}.(js|ts)`): void {}
}
