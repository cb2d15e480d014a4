import type { ToolView } from '../../../tool/metadata/tool-view.js';
import { approvalProgram } from '../view/approval.program.gen.js';
import { createView } from './create-view.js';

/**
 * Returns the view with which the user of an MCP client decides on calls that need approval. It shows the arguments as
 * text, says which ones the application sets, and covers those whose schema has `writeOnly: true` or the format `password`.
 * The decision goes to a tool that only views call.
 *
 * A call waits only if neither the toolkit nor the session has an approver. The toolkit requires an `approvalKey`.
 *
 * @example
 * ```ts
 * class Shop extends ToolRegistry {
 *   @Tool({ needsApproval: true, ui: approvalView() })
 *   refund(order: string, amount: number): string { … }
 * }
 * ```
 */
export function approvalView(): ToolView {
  return page;
}

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Approval</title>
<style>
:root { color-scheme: light dark; font: 14px/1.5 var(--font-sans, system-ui, sans-serif); }
body { margin: 0; padding: 12px; }
h1 { font-size: 16px; margin: 0; }
dl { display: grid; grid-template-columns: minmax(80px, max-content) 1fr; gap: 4px 12px; }
dt { font-weight: 600; overflow-wrap: anywhere; }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-family: var(--font-mono, ui-monospace, monospace); max-height: 12em; overflow: auto; }
dd.locked { font-style: italic; font-family: inherit; opacity: .75; }
form { display: flex; flex-wrap: wrap; gap: 8px; }
button, input { font: inherit; padding: 4px 12px; }
input { flex: 1 1 12em; }
#status { white-space: pre-wrap; overflow-wrap: anywhere; margin: 8px 0 0; }
</style>
</head>
<body>
<h1 id="title">Approval</h1>
<code id="name"></code>
<dl id="arguments"></dl>
<form>
<button type="button" id="approve" disabled>Approve</button>
<button type="button" id="deny" disabled>Deny</button>
<input id="reason" aria-label="Reason for a denial" placeholder="Reason for a denial" maxlength="1000" disabled>
</form>
<p id="status" role="status">Waiting for the call …</p>
<script type="module">${approvalProgram}</script>
</body>
</html>
`;

const page = createView(html, { name: 'approval' }, true);
