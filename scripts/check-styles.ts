import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type CssNode, parse, walk } from 'css-tree'
import { breakpoints, shortWindow } from '../src/ui/breakpoints.ts'

/** Files that a rule leaves out, with the reason. The deck's own styles are no part of the app's design. */
interface Exception {
  readonly files: RegExp
  readonly rules: readonly Rule[]
  readonly why: string
}

type Rule = 'color' | 'size' | 'layer' | 'breakpoint' | 'logical'

const everyRule: readonly Rule[] = ['color', 'size', 'layer', 'breakpoint', 'logical']

export const exceptions: readonly Exception[] = [
  { files: /^src\/ui\/tokens\.css$/, rules: ['color', 'size', 'layer'], why: 'The home of the tokens.' },
  {
    files: /^src\/(player|themes)\/|^src\/blocks\/([a-z]+\/)?(block|blocks|highlight)\.css$/,
    rules: everyRule,
    why: 'Deck and print sheet: coordinates are physical, colors belong to themes, no tokens of the app are loaded.',
  },
  {
    files: /^src\/editor\/canvas\//,
    rules: ['color', 'size', 'logical'],
    why: 'Overlays of the canvas: places are measured in px from the left; fixed colors visible over any slide.',
  },
  { files: /^src\/ui\/avatar\.module\.css$/, rules: ['color'], why: 'The five backgrounds of initials.' },
  { files: /^src\/ui\/logo\.module\.css$/, rules: ['color'], why: 'A picture: the logo.' },
  { files: /^src\/web\/features\/stage\/stage\.module\.css$/, rules: ['color'], why: 'A picture: the stage.' },
  { files: /\/brand-kit\.module\.css$/, rules: ['color'], why: 'Shows the logo on both grounds, side by side.' },
]

const literalColor = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|^(?:white|black)$/i
const widths: readonly number[] = Object.values(breakpoints)
const physical: ReadonlyMap<string, string> = new Map([
  ...['margin', 'padding', 'border', 'scroll-margin', 'scroll-padding'].flatMap(sidesOf),
  ...['color', 'width', 'style'].flatMap((part) =>
    sidesOf('border').map(([from, to]) => [`${from}-${part}`, `${to}-${part}`] as const),
  ),
  ['left', 'inset-inline-start'],
  ['right', 'inset-inline-end'],
  ['border-top-left-radius', 'border-start-start-radius'],
  ['border-top-right-radius', 'border-start-end-radius'],
  ['border-bottom-left-radius', 'border-end-start-radius'],
  ['border-bottom-right-radius', 'border-end-end-radius'],
])

function sidesOf(name: string): (readonly [string, string])[] {
  return [
    [`${name}-left`, `${name}-inline-start`],
    [`${name}-right`, `${name}-inline-end`],
  ]
}

/** Lengths of tokens as written in tokens.css, by kind. */
export interface Scale {
  readonly space: ReadonlyMap<string, string>
  readonly radius: ReadonlyMap<string, string>
  readonly text: ReadonlyMap<string, string>
}

/** The scale of a token file. */
export function scaleOf(tokens: string): Scale {
  const read = (kind: string): Map<string, string> =>
    new Map(
      [...tokens.matchAll(new RegExp(`(--${kind}-\\w+): ([\\d.]+(?:px|rem));`, 'g'))].map(([, name, value]) => [
        value as string,
        name as string,
      ]),
    )
  return { space: read('space'), radius: read('radius'), text: read('text') }
}

function colorProblem(_: string, value: string): string | null {
  const found = literalColor.exec(value)?.[0]
  return found ? `${found} is a literal color; use a token of src/ui/tokens.css.` : null
}

function layerProblem(name: string, value: string): string | null {
  if (name !== 'z-index' || !(Number(value) > 1)) return null
  return `z-index ${value} is a literal; use a --layer-* token of src/ui/tokens.css.`
}

function sizeProblem(name: string, value: string, scale: Scale): string | null {
  const isSpace = /^(?:margin|padding)(?:-|$)|^(?:row-|column-)?gap$/.test(name)
  const tokens = isSpace ? scale.space : /-radius$/.test(name) ? scale.radius : name === 'font-size' ? scale.text : null
  if (!tokens || /\b(?:calc|clamp|min|max)\(/.test(value)) return null
  const written = value.match(/(?<![\w.-])[\d.]+(?:px|rem)\b/g)?.find((length) => tokens.has(length))
  return written ? `${name}: ${written} is on the scale; write var(${tokens.get(written)}).` : null
}

/** Words of a value, with functions kept whole. */
function wordsOf(value: string): string[] {
  return value.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []
}

function logicalProblem(name: string, value: string): string | null {
  // Safe areas belong to the device, and half of the width is the same from both sides.
  if (value.includes('safe-area-inset') || ((name === 'left' || name === 'right') && value === '50%')) return null
  const instead = physical.get(name)
  if (instead) return `${name} does not mirror in right-to-left interfaces; write ${instead}.`
  if ((name === 'text-align' || name === 'float') && /^(?:left|right)$/.test(value)) {
    const word = value === 'left' ? 'start' : 'end'
    return `${name}: ${value} does not mirror; write ${name === 'float' ? 'inline-' : ''}${word}.`
  }
  const words = /^(?:margin|padding|inset)$/.test(name) ? wordsOf(value) : []
  if (words.length < 4 || words[1] === words[3]) return null
  return `${name}: ${value} does not mirror; write ${name}-block and ${name}-inline.`
}

function breakpointProblem(query: string): string | null {
  const lengths = query.matchAll(/(?:(max|min)-)?(width|height)\s*(:|<=?|>=?)\s*([\d.]+)(\w*)/g)
  for (const [written, bound, side, , number, unit] of lengths) {
    const edges: readonly number[] = side === 'height' ? [shortWindow] : widths
    const edge = bound === 'min' ? Number(number) - 1 : Number(number)
    if (unit === 'px' && edges.includes(edge)) continue
    return `${written} is no breakpoint; use one of ${edges.join(', ')} px (src/ui/breakpoints.ts), with min- one more.`
  }
  return null
}

/** A style sheet's violations, as `path:line what is wrong; what to write instead`. */
export function styleProblems(path: string, css: string, scale: Scale): string[] {
  const left = exceptions.filter(({ files }) => files.test(path)).flatMap(({ rules }) => rules)
  const applies = (rule: Rule): boolean => !left.includes(rule)
  const problems: string[] = []
  const note = (node: CssNode, problem: string | null): void => {
    if (problem) problems.push(`${path}:${node.loc?.start.line ?? 0} ${problem}`)
  }
  const sheet = parse(css, {
    positions: true,
    parseValue: false,
    parseAtrulePrelude: false,
    parseCustomProperty: false,
  })
  walk(sheet, (node) => {
    if (node.type === 'Atrule' && /^(?:media|container)$/.test(node.name) && node.prelude?.type === 'Raw') {
      if (applies('breakpoint')) note(node, breakpointProblem(node.prelude.value))
    }
    if (node.type !== 'Declaration' || node.value.type !== 'Raw') return
    const { property } = node
    const value = node.value.value.trim()
    if (applies('color')) note(node, colorProblem(property, value))
    if (applies('layer')) note(node, layerProblem(property, value))
    if (applies('size')) note(node, sizeProblem(property, value, scale))
    if (applies('logical')) note(node, logicalProblem(property, value))
  })
  return problems
}

/** Violations in a script: widths in media queries come from src/ui/breakpoints.ts. */
export function queryProblems(path: string, source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const found = /matchMedia\([^)]*(?:width|height)[^)$]*\d/.exec(line)
    return found ? [`${path}:${index + 1} ${found[0]} repeats a breakpoint; import it from src/ui/breakpoints.ts.`] : []
  })
}

/** All violations in the style sheets and scripts under src. */
export function checkStyles(root: string): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = list
    .split('\n')
    .filter((path) => /(?<!\.test)\.(?:css|tsx?)$/.test(path) && existsSync(join(root, path)))
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const scale = scaleOf(read('src/ui/tokens.css'))
  return files.flatMap((path) =>
    path.endsWith('.css') ? styleProblems(path, read(path), scale) : queryProblems(path, read(path)),
  )
}

if (import.meta.main) {
  const problems = checkStyles(dirname(import.meta.dirname))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log('Every style uses the tokens, breakpoints and layers, and mirrors.')
}
