/** The part of Anthropic's SDK that the adapter loads when a tool fails. */
declare module '@anthropic-ai/sdk/lib/tools/ToolError' {
  export class ToolError extends Error {
    constructor(content: string | readonly object[]);
  }
}
