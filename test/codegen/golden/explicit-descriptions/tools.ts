import { type JsonSchema, Param, Tool, ToolRegistry } from 'toolwright';

const uri: JsonSchema = { type: 'string', format: 'uri' };

export class ExplicitDescriptions extends ToolRegistry {
  /**
   * What people read.
   *
   * @param query - what people read of the query
   * @minLength 1
   * @param limit - the most to give
   * @param raw - what people read of the raw text
   */
  @Tool({ description: 'What the model reads.', params: { limit: { minimum: 1 } } })
  search(
    @Param({ description: 'What the model reads of the query.' }) query: string,
    limit: 1 | 5 | 0,
    @Param({ schema: uri }) raw: () => string,
  ): void {}
}
