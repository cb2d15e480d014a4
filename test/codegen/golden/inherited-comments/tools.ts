import { Tool, ToolRegistry } from 'toolwright';

interface Translator {
  /**
   * Translates a text.
   *
   * @param text - what to translate
   * @maxLength 100
   * @returns the translation
   */
  translate(text: string): string;
}

abstract class Voice extends ToolRegistry {
  /**
   * Says it aloud.
   *
   * @param words - what to say
   */
  abstract say(words: string): void;

  /** Sings it. */
  sing(song: string): void {}

  /** Not this one. */
  hum(): void {}
}

abstract class Speaker extends Voice {
  // Two levels up is a comment.
  abstract override say(words: string): void;
}

export class InheritedComments extends Speaker implements Translator {
  @Tool()
  translate(text: string): string {
    return text;
  }

  @Tool()
  say(words: string, loudness?: number): void {}

  /** {@inheritDoc Voice.sing} */
  @Tool()
  override sing(song: string): void {}

  /** Its own counts. */
  @Tool()
  override hum(): void {}
}
