import { lastValueFrom, toArray } from 'rxjs';
import type { Toolkit, ToolResponse } from 'toolwright';

/** Calls a tool and collects the responses. */
export function run(toolkit: Toolkit, name: string, input: unknown = {}): Promise<readonly ToolResponse[]> {
  return lastValueFrom(toolkit.callTool({ id: 'c1', name, input }).pipe(toArray()));
}

/** The text of each response, its blocks separated by `|`. */
export function textsOf(responses: readonly ToolResponse[]): readonly string[] {
  return responses.map(({ content }) => content.map((block) => (block.type === 'text' ? block.text : '')).join('|'));
}
