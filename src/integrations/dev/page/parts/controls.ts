import { html } from 'htm/preact';
import type { View } from './html.js';

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch without visible text. */
export function Switch({ label, checked, disabled = false, onChange }: SwitchProps): View {
  return html`
    <button type="button" role="switch" class="switch" aria-label=${label} aria-checked=${checked} title=${label}
      disabled=${disabled} onClick=${() => onChange(!checked)}><span class="knob"></span></button>`;
}

/** A lock, which marks what models do not see. */
export function Lock({ label }: { readonly label: string }): View {
  return html`
    <svg class="icon" viewBox="0 0 16 16" role="img" aria-label=${label}>
      <path d="M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z" />
    </svg>`;
}

/** The number of tokens of something. */
export function Tokens({ count }: { readonly count: number }): View {
  return html`<span class="tokens" title="Tokens">${count.toLocaleString('en-US')}<span class="sr"> tokens</span></span>`;
}
