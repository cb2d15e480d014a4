/** Classes without rules of their own: all rules are those of parents that an expression creates. */
export const mappedDtos = {
  'src/mapped-dto.ts': `import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { IsInt, IsString, MaxLength, Min } from 'class-validator';

export class CreateItem {
  @IsString() @MaxLength(10) title!: string;
  @IsInt() @Min(5) count!: number;
}

class Empty {}

function paged<T extends new (...args: any[]) => object>(Base: T) {
  class Paged extends Base {
    @IsInt() @Min(1) page!: number;
  }
  return Paged;
}

function hidden(): new () => { page: number } {
  return paged(Empty);
}

export class UpdateItem extends PartialType(CreateItem) {}
export class Title extends PickType(CreateItem, ['title'] as const) {}
export class Count extends OmitType(CreateItem, ['title'] as const) {}
export class Page extends paged(Empty) {}
export class TitledPage extends IntersectionType(Title, Page) {}
export class HiddenPage extends hidden() {}
`,
  'src/mapped.ts': `import { Tool, toolSpecsOf } from 'toolwright';
import type { Count, HiddenPage, Page, Title, TitledPage, UpdateItem } from './mapped-dto.ts';

class Items {
  @Tool() update(patch: UpdateItem) { return patch.constructor.name; }
  @Tool() pick(id: number, title: Title) { return title.constructor.name; }
  @Tool() omit(counts: Count[]) { return counts[0]!.constructor.name; }
  @Tool() list(page: Page) { return page.constructor.name; }
  @Tool() titled(page: TitledPage | null) { return page!.constructor.name; }
  @Tool() hide(page: HiddenPage) { return page.constructor.name; }
}

const specs = toolSpecsOf(new Items());
const title = 'a title that is too long';
const calls = [
  ['update', { title: 'tea' }, { title, count: 4 }],
  ['pick', { id: 1, title: { title: 'tea' } }, { id: 1, title: { title } }],
  ['omit', { counts: [{ count: 5 }] }, { counts: [{ count: 5.5 }] }],
  ['list', { page: 1 }, { page: 0 }],
  ['titled', { page: { title: 'tea', page: 1 } }, { page: { title: 'tea', page: 0 } }],
  ['hide', { page: 1 }, { page: 0 }],
] as const;

async function main() {
  const report: unknown[] = [];
  for (const [name, valid, invalid] of calls) {
    const spec = specs[name]!;
    report.push([await spec.call(valid), (await spec.exec(invalid)).toText()]);
  }
  process.stdout.write(JSON.stringify(report));
}
declare const process: { stdout: { write(text: string): void } };
void main();
`,
} as const;

/** What `src/mapped.ts` writes: the class of each valid argument, and why another argument is refused. */
export const mappedDtoReport = [
  [
    'UpdateItem',
    'Invalid arguments for \'update\': /title must have at most 10 characters, got "a title that is too long"; ' +
      '/count must be >= 5, got 4',
  ],
  [
    'Title',
    'Invalid arguments for \'pick\': /title/title must have at most 10 characters, got "a title that is too long"',
  ],
  ['Count', "Invalid arguments for 'omit': /counts/0/count must be integer, got 5.5"],
  ['Page', "Invalid arguments for 'list': /page must be >= 1, got 0"],
  ['TitledPage', "Invalid arguments for 'titled': /page/page must be >= 1, got 0"],
  ['HiddenPage', "Invalid arguments for 'hide': /page must be >= 1, got 0"],
];
