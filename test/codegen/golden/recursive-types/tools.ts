import { Tool, ToolRegistry } from 'toolwright';

interface Folder {
  name: string;
  folders: Folder[];
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

interface Tree<T> {
  value: T;
  children?: Tree<T>[];
}

type Expression = number | ['+' | '-', Expression, Expression];

type Chain = [name: string, next?: Chain];

type Folders = Map<string, { folders: Array<Chain | Expression> }>;

export class RecursiveTypes extends ToolRegistry {
  @Tool()
  copy(folder: Folder): void {}

  @Tool()
  save(data: Json, tree: Tree<number>): void {}

  @Tool()
  compute(expression: Expression, chain: Chain, folders: Folders): void {}
}
