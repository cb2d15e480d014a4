import { Tool, ToolRegistry } from 'toolwright';

interface Article {
  id: string;
  /** One line. */
  title: string;
  body?: string;
  views: number;
}

export class PickAndOmit extends ToolRegistry {
  @Tool()
  create(article: Omit<Article, 'id' | 'views'>, stats: Pick<Article, 'views'>): void {}
}
