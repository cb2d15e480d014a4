import { Tool, ToolRegistry } from 'toolwright';

interface Author {
  name: string;
  books?: Book[];
}

interface Book {
  title: string;
  author: Author;
}

export class MutualRecursion extends ToolRegistry {
  @Tool()
  shelve(book: Book, by?: Author): Book {
    return { ...book, author: by ?? book.author };
  }
}
