import type { Toolkit } from 'toolwright';
import type { KnowledgeBase } from './knowledge-base.js';
import type { Screen } from './screen.js';

/** The objects that each part of the sample uses. */
export interface Tour {
  readonly kb: KnowledgeBase;
  readonly toolkit: Toolkit;
  readonly screen: Screen;
  /** The text to search for. */
  readonly query: string;
}
