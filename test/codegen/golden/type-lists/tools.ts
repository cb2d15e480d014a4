import { Tool, ToolRegistry } from 'toolwright';

/** An object or a list. @asType ["object", "array"] */
type Data = unknown;

export class TypeLists extends ToolRegistry {
  /**
   * @returns A copy
   * @asType ["object", "array"]
   */
  @Tool()
  copy(input: { readonly data: Data }): unknown {
    return structuredClone(input.data);
  }

  /** @returns Not published, because it says nothing about the type. */
  @Tool()
  identity(data: Data): unknown {
    return data;
  }
}
