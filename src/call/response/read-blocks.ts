import { DefinitionError, OutputValidationError } from '../../base/errors/errors.js';
import type { ContentBlock } from './content.js';

/**
 * Creates the blocks of a list that a server or the tool of another package returned.
 *
 * @throws OutputValidationError that names the first invalid block, such as one whose data is not base64.
 */
export function readBlocks<Item>(
  items: readonly Item[],
  read: (item: Item) => ContentBlock,
  toolName?: string,
): readonly ContentBlock[] {
  return items.map((item, index) => {
    try {
      return read(item);
    } catch (cause) {
      const problem = DefinitionError.is(cause) ? cause.message : 'it has another shape.';
      throw new OutputValidationError(`The block ${index} of the result is invalid: ${problem}`, { toolName, cause });
    }
  });
}
