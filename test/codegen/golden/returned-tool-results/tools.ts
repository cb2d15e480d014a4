import {
  type ContentBlock,
  type ImageBlock,
  image,
  Tool,
  ToolRegistry,
  type ToolResponse,
  ToolResult,
} from 'toolwright';

interface Report {
  lines: number;
}

export class ReturnedToolResults extends ToolRegistry {
  @Tool()
  report(): ToolResult<Report> {
    return new ToolResult({ content: [], data: { lines: 1 } });
  }

  @Tool()
  async later(): Promise<ToolResult<Report | null>> {
    return new ToolResult({ content: [], data: null });
  }

  @Tool()
  bare(): ToolResult {
    return new ToolResult({ content: [] });
  }

  @Tool()
  picture(): ImageBlock {
    return image('aGk=', 'image/png');
  }

  @Tool()
  blocks(): ContentBlock[] {
    return [image('aGk=', 'image/png')];
  }

  @Tool()
  async *responses(): AsyncGenerator<ToolResponse> {}
}
