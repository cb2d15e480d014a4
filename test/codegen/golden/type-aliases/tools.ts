import { Tool, ToolRegistry } from 'toolwright';

type UserId = string;

type Size = { width: number; height: number };

type Users = UserId[];

type Visibility = 'public' | 'private';

type Options = {
  size: Size;
  visibility?: Visibility;
};

export class TypeAliases extends ToolRegistry {
  @Tool()
  share(id: UserId, users: Users, options: Options): void {}

  @Tool()
  resize(size: Size): void {}
}
