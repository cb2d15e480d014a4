import { Param, Tool, ToolRegistry } from 'toolwright';

class Orders extends ToolRegistry {
  @Tool({ description: 'Finds orders.' })
  find(
    @Param({ type: String }) query: string,
    @Param({ type: Date }) since: Date,
    @Param({ type: Number }) limit: number,
  ) {
    return `${query} ${since.getUTCFullYear()} ${limit}`;
  }
}

console.log(Object.keys(new Orders().toolSpec('find').params).join());
