import { callTool, openPage, type ToolCall } from '../driver.js';
import type { PageServer, SharedPage } from '../use-page.js';

/** Calls a tool in a tab of its own, as another user of the same command does. */
export async function callInAnotherTab({ browser, server }: SharedPage<PageServer>, call: ToolCall): Promise<void> {
  const other = await openPage(browser, server.url);
  const result = await callTool(other.page, call);
  await result.locator('.status').waitFor();
  expect(other.problems).toEqual([]);
  await other.close();
}
