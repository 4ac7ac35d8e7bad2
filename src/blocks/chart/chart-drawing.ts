import type { ChartProps } from './chart-props.ts'

export { drawChart } from './draw-chart.ts'

// In the browser's build, chart-drawing-on-demand.ts takes the place of this module (vite.config.ts).

/** Loads the code that draws charts; null if it is there. */
export function loadDrawing(): Promise<void> | null {
  return null
}

/** Keeps the drawing of a parsed chart, the markup of its svg, for as long as none can be drawn. */
export function keepDrawing(_props: ChartProps, _svg: string): void {}

/** The drawing kept for a chart; null if there is none, and if it can be drawn. */
export function keptDrawing(_props: ChartProps): string | null {
  return null
}
