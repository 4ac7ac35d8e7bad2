import { type LessTargets, lessAttacks } from './less-attacks.ts'
import { type Random, random } from './random.ts'

const names = ['&', 'p', '.b:hover', '.@{b}', '> i', '.m', '@media print', '@supports (a: b)']
const oddNames = ['@a', '@{a}', '@arguments', '@rest', '#ns', '@@a', '@plugin', '@{__proto__}']
const functionNames =
  `e % unit color data-uri image-size svg-gradient replace range each if boolean length extract pow mod percentage round min max rgb hsl
  darken mix fade contrast isnumber default get-unit url expression convert`.split(/\s+/)
const plainAtoms = ['1px', '2', 'red', '#fff', '50%', '"x"']
const atoms = [
  '1px',
  '2',
  'red',
  '#fff',
  '"x"',
  "'y'",
  '~"z"',
  '@a',
  '@b',
  '"@{a}"',
  'url(/m/a.png)',
  '!important',
  '(1+2)',
  '50%',
  'U+26',
]

/** A short random LESS source made of language features and attacks. Deterministic per seed. */
export function randomLess(seed: number, targets: LessTargets): string {
  const dice = random(seed)
  const attacks = lessAttacks(targets).filter(({ source }) => source.length < 150)
  let source = '@a: 1; @b: a; .m(@x: 1) { c: @x } .o() { e: f } #ns { .m(@x: 2) { g: @x } } z { y: x } '
  for (let count = 1 + dice.below(6); count > 0; count--)
    source += dice.oneIn(10) ? `${dice.pick(attacks).source}\n` : randomRule(dice, 0)
  if (!dice.oneIn(6)) return source
  const at = dice.below(source.length)
  return (
    source.slice(0, at) + dice.pick([';', '}', '{', '"', '(', '/*', '@', '\\', '']) + source.slice(at + dice.below(4))
  )
}

function randomRule(dice: Random, nesting: number): string {
  const kind = dice.below(7)
  if (kind === 0) return `@${dice.pick(['a', 'b', 'c'])}: ${dice.pick(plainAtoms)};`
  if (kind === 1)
    return `.n(@x, @rest...) when (${dice.pick(['isnumber(@x)', '@x > 1', 'default()', 'iscolor(@x)', randomValue(dice, 2)])}) { d: @x }`
  if (kind === 2) return `${dice.pick(['.m', '.n', '#ns.m', '.o'])}(${dice.oneIn(2) ? '' : randomValue(dice, 2)});`
  let body = ''
  for (let count = 1 + dice.below(4); count > 0; count--) {
    const nested = nesting < 4 && dice.oneIn(4)
    body += nested
      ? randomRule(dice, nesting + 1)
      : `${dice.pick(['c', 'd', 'e-@{b}', 'width'])}: ${randomValue(dice, 0)};`
  }
  return `${dice.pick(dice.oneIn(8) ? oddNames : names)}{${body}}`
}

function randomValue(dice: Random, nesting: number): string {
  const kind = dice.below(nesting > 2 ? 5 : 8)
  if (kind < 6) return dice.pick(atoms)
  if (kind === 6)
    return `(${dice.pick(atoms)} ${dice.pick(['+', '-', '*', './', ','])} ${randomValue(dice, nesting + 1)})`
  const [first, second] = [randomValue(dice, nesting + 1), dice.oneIn(2) ? `, ${dice.pick(atoms)}` : '']
  return `${dice.pick(functionNames)}(${first}${second})`
}
