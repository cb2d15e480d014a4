import { type ContentBlock, image, Param, Tool, ToolRegistry, text } from 'toolwright';
import { type Color, encodePng } from './encode-png.js';

const barWidth = 24;
const gap = 8;
const height = 120;
const paper: Color = [255, 255, 255];
const ink: Color = [42, 98, 177];

/** Charts as tools. A model that accepts images sees them, and any other reads the summary. */
export class Charts extends ToolRegistry {
  @Tool({ description: 'Draws a bar chart.', annotations: { readOnlyHint: true } })
  drawBarChart(
    @Param({ type: [Number], minItems: 1, maxItems: 30, description: 'The value of each bar, 0 or more' })
    values: number[],
  ): readonly ContentBlock[] {
    const highest = Math.max(...values, 1);
    const heights = values.map((value) => Math.round((Math.max(value, 0) / highest) * (height - gap)));
    const png = encodePng(gap + values.length * (barWidth + gap), height, (x, y) => {
      const column = Math.floor((x - gap) / (barWidth + gap));
      const isBar = x >= gap && (x - gap) % (barWidth + gap) < barWidth && height - y <= (heights[column] ?? 0);
      return isBar ? ink : paper;
    });
    return [text(`A bar chart of ${values.join(', ')}.`), image(png, 'image/png')];
  }
}
