import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** A running process. */
export interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
  /** MB of private memory plus its share of shared memory. */
  readonly memory: number
  /** CPU ms so far. */
  readonly worked: number
}

/** Proportional set size where the system reports it; otherwise the resident set. */
function memoryOf(pid: number, resident: number): number {
  const file = `/proc/${pid}/smaps_rollup`
  try {
    const shared = existsSync(file) ? /^Pss:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
    return (shared ? Number(shared) : resident) / 1000
  } catch {
    // The process has ended meanwhile.
    return 0
  }
}

/** A process and its descendants. */
export function family(of: number): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,time=,args='], { encoding: 'utf8' }).split('\n')
  const rows = lines.flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):([\d.]+)\s+(.*)$/.exec(line)
    if (!found) return []
    const [, pid, parent, rss, days, hours, minutes, seconds, command = ''] = found
    const worked = (Number(days ?? 0) * 24 + Number(hours ?? 0)) * 3600 + Number(minutes) * 60 + Number(seconds)
    return [{ pid: Number(pid), parent: Number(parent), rss: Number(rss), worked: worked * 1000, command }]
  })
  const inside = new Set([of])
  for (let size = 0; size !== inside.size; ) {
    size = inside.size
    for (const { pid, parent } of rows) if (inside.has(parent)) inside.add(pid)
  }
  const commands = new Map(rows.map(({ pid, command }) => [pid, command]))
  // A child that does not run its program yet shares all memory with its parent.
  const own = rows.filter(({ pid, parent, command }) => inside.has(pid) && commands.get(parent) !== command)
  return own.map((row) => ({ ...row, memory: memoryOf(row.pid, row.rss) }))
}
