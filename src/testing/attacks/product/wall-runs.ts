import type { Attack } from '../attack.ts'
import { htmlAttacks } from '../corpus.ts'
import { declarationAttacks } from '../css-attacks.ts'
import { svgFileAttacks } from '../svg-attacks.ts'
import { scriptUrls } from '../url-attacks.ts'
import type { AllWalls } from './attacked-instance.ts'
import type { MatrixResult } from './run-matrix.ts'
import { type View, views } from './views.ts'

/** Attacks for the complete product: markup, URLs, declarations and SVGs, each tried in every field. */
export const productAttacks: readonly Attack[] = [
  ...htmlAttacks,
  ...Object.entries(scriptUrls).map(([way, source]) => ({ name: `address ${way}`, source })),
  ...declarationAttacks.map((source, index) => ({ name: `declaration ${index + 1}`, source })),
  ...svgFileAttacks.filter(({ source }) => source.length < 100_000),
]

/** A run: its protections, its views, and its expected result. */
export interface WallRun {
  readonly name: string
  readonly walls: AllWalls
  readonly views: readonly View[]
  /** Returns problems of the result. A run with protections must stop all attacks; a run without them must not. */
  problems(result: MatrixResult): string[]
}

const some = (...names: string[]): View[] => views.filter(({ name }) => names.includes(name))

/** Minimum number of effective attacks for a control: it opens one or two views, once. */
const least = ({ attacks }: MatrixResult): number => Math.max(2, attacks * 0.1)

function harmful({ hits, escapes, canary, told, notShown, changed, findings }: MatrixResult): string[] {
  const counts = { 'ran in the app': hits.inApp, 'ran elsewhere': hits.elsewhere, escaped: escapes }
  const all = {
    ...counts,
    'reached the canary': canary,
    'told where they are': told,
    'not shown': notShown.length,
    'changed again': changed,
  }
  const wrong = Object.entries(all).filter(([, count]) => count > 0)
  return wrong.length === 0 ? [] : [...wrong.map(([what, count]) => `${count} ${what}`), ...notShown, ...findings]
}

/** Runs with all protections, with each one alone, and with none. */
export const wallRuns: readonly WallRun[] = [
  {
    name: 'all walls',
    walls: { sanitizer: true, policy: true, origin: true },
    views,
    // Scripts blocked by a CSP have passed the sanitizer.
    problems: (result) => {
      const came = result.stopped > 0 ? [`${result.stopped} came to the policy`, ...result.findings] : []
      return [...harmful(result), ...came]
    },
  },
  {
    name: 'the sanitizer alone',
    walls: { sanitizer: true, policy: false, origin: false },
    views: some('show', 'print', 'review', 'speaker', 'revision', 'editor', 'profile'),
    problems: harmful,
  },
  {
    name: 'the policy alone',
    walls: { sanitizer: false, policy: true, origin: false },
    views: some('show', 'print'),
    problems: (result) => {
      const ran = result.hits.inApp + result.hits.elsewhere
      if (ran > 0) return [`${ran} ran`, ...result.findings]
      return result.stopped < least(result) ? ['hardly anything came to the policy: this run proves nothing'] : []
    },
  },
  {
    name: 'the origin alone',
    walls: { sanitizer: false, policy: false, origin: true },
    views: some('show', 'print'),
    problems: (result) => {
      if (result.hits.inApp > 0) return [`${result.hits.inApp} ran in the app`, ...result.findings]
      return result.attacksThatRan < least(result) ? ['hardly anything ran at all: this run proves nothing'] : []
    },
  },
  {
    name: 'no wall',
    walls: { sanitizer: false, policy: false, origin: false },
    views: some('show', 'print'),
    problems: (result) => {
      const isHeard = result.canary > 0 && result.hits.inApp > 0 && result.attacksThatRan >= least(result)
      return isHeard ? [] : ['hardly anything ran or was heard without any wall: the other runs prove nothing']
    },
  },
]
