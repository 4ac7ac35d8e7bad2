import { layers } from './import-rules.ts'

/** The imports of each file, types included; paths from the project's root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The layer of a file; files of src/ itself, tests and tools are above all folders. */
function heightOf(path: string): number {
  const [top, folder, rest] = path.split('/')
  if (top !== 'src') return layers.length + 2
  if (rest === undefined) return layers.length
  const height = (layers as readonly string[]).indexOf(folder ?? '')
  return height === -1 ? layers.length + 1 : height
}

/** Every import from a folder of src/ above the importing file's. */
export function layerProblems(graph: ImportGraph): string[] {
  return [...graph].flatMap(([path, targets]) =>
    targets
      .filter((target) => graph.has(target) && heightOf(target) > heightOf(path))
      .map((target) => `${path} imports upward from ${target}. Move what both need into the lower folder.`),
  )
}

/** Groups of files that import each other in a cycle: Tarjan's strongly connected components. */
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

/** All import cycles, types included. */
export function circleProblems(graph: ImportGraph): string[] {
  return circlesOf(graph).map(
    (circle) =>
      `${circle.toSorted().join(', ')} import each other in a circle. Move what they share into a file below.`,
  )
}
