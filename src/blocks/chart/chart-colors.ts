/** The colors of a chart's parts, in their order. A missing color and '' are the theme's; the last one is never ''. */
export type ChartColors = readonly string[]

function trimmed(colors: ChartColors): ChartColors {
  return colors.slice(0, colors.findLastIndex((color) => color !== '') + 1)
}

export function withColor(colors: ChartColors, index: number, color: string): ChartColors {
  const length = Math.max(colors.length, index + 1)
  return trimmed(Array.from({ length }, (_, at) => (at === index ? color : (colors[at] ?? ''))))
}

/** The colors after a part was removed: its color goes with it. */
export function withoutPart(colors: ChartColors, index: number): ChartColors {
  return trimmed(colors.toSpliced(index, 1))
}
