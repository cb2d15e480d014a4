import { html } from 'htm/preact';
import { Component } from 'preact';
import type { Children, View } from './html.js';

interface BoundaryProps {
  readonly children: Children;
}

interface BoundaryState {
  readonly message?: string;
}

/** Shows a message in the place of what could not be rendered, so that the rest of the page stays. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  override componentDidCatch(error: unknown): void {
    this.setState({ message: error instanceof Error ? error.message : String(error) });
  }

  override render(): View {
    const { message } = this.state;
    if (message === undefined) return html`${this.props.children}`;
    return html`<p class="notice bad" role="alert">This part cannot be shown: ${message}</p>`;
  }
}
