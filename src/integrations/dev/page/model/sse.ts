/** Reads the frames of an event stream from pieces of text. Comments and other fields than `data` are left out. */
export class FrameReader {
  #rest = '';

  /** Adds a piece of text. Returns the data of the frames that are complete. */
  add(text: string): readonly string[] {
    const frames = (this.#rest + text).replaceAll('\r\n', '\n').split('\n\n');
    this.#rest = frames.pop() ?? '';
    return frames.map(dataOf).filter((data) => data !== '');
  }
}

function dataOf(frame: string): string {
  const lines = frame.split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
}
