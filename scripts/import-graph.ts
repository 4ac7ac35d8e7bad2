import { layers } from './import-rules.ts'

/** Which files each file imports, types included; paths from the project's root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The height of a file in the order of layers; files of src/ itself, tests and tools stand above all folders. */
function heightOf(path: string): number {
  const [top, folder, rest] = path.split('/')
  if (top !== 'src') return layers.length + 2
  if (rest === undefined) return layers.length
  const height = (layers as readonly string[]).indexOf(folder ?? '')
  return height === -1 ? layers.length + 1 : height
}

/** Every import from a folder of src/ that stands above the importing file's. */
export function layerProblems(graph: ImportGraph): string[] {
  return [...graph].flatMap(([path, targets]) =>
    targets
      .filter((target) => graph.has(target) && heightOf(target) > heightOf(path))
      .map((target) => `${path} imports upward from ${target}. Move what both need into the lower folder.`),
  )
}

/** The groups of files that import each other in a circle, by Tarjan's strongly connected components. */
export function circlesOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const lower = (path: string, value: number): void => {
    lowest.set(path, Math.min(lowest.get(path) ?? value, value))
  }
  const visit = (path: string): void => {
    order.set(path, order.size)
    lower(path, order.size - 1)
    stack.push(path)
    for (const target of graph.get(path) ?? []) {
      if (!graph.has(target)) continue
      if (!order.has(target)) {
        visit(target)
        lower(path, lowest.get(target) as number)
      } else if (stack.includes(target)) lower(path, order.get(target) as number)
    }
    if (lowest.get(path) !== order.get(path)) return
    const circle = stack.splice(stack.indexOf(path))
    if (circle.length > 1 || graph.get(path)?.includes(path)) circles.push(circle)
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return circles
}

/** Every circle of imports, types included. */
export function circleProblems(graph: ImportGraph): string[] {
  return circlesOf(graph).map(
    (circle) =>
      `${circle.toSorted().join(', ')} import each other in a circle. Move what they share into a file below.`,
  )
}
