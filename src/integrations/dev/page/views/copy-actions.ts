import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { type CopyTarget, copyCall, copyTargets } from '../model/copy-call.js';
import { type CallRecord, isOpen } from '../model/history.js';
import type { View } from '../parts/html.js';

/** The buttons that copy a call as a test or a command. Without access to the clipboard, the text is shown. */
export function CopyActions({ call }: { readonly call: CallRecord }): View {
  const [copied, setCopied] = useState<{ readonly target: CopyTarget; readonly text?: string }>();
  if (isOpen(call)) return null;
  const copy = async (target: CopyTarget): Promise<void> => {
    const text = copyCall(call, target);
    try {
      await navigator.clipboard.writeText(text);
      setCopied({ target });
    } catch {
      setCopied({ target, text });
    }
  };
  return html`
    <div class="actions row">
      <span class="quiet">Copy as</span>
      ${copyTargets.map(
        (target) => html`<button type="button" key=${target} onClick=${() => void copy(target)}>${target}</button>`,
      )}
      <span role="status" class="quiet">${copied !== undefined && copied.text === undefined && `Copied as ${copied.target}.`}</span>
    </div>
    ${copied?.text !== undefined && html`<pre class="code" tabindex="0" aria-label=${`Copy as ${copied.target}`}>${copied.text}</pre>`}`;
}
