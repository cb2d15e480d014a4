/** Returns the parts of an MCP result that the checks read. */
export function toResult({ content = [], structuredContent, isError = false }) {
  return {
    text: content.map(({ text }) => text ?? '').join('\n'),
    data: structuredContent,
    isError,
    link: content.find(({ type }) => type === 'resource_link')?.uri,
  };
}
