import { damage } from './fuzz-html.ts'
import { random } from './random.ts'
import { svgFileAttacks } from './svg-attacks.ts'

const short = svgFileAttacks.map(({ source }) => source).filter((source) => source.length < 2000)

/** Two attacks on uploaded SVGs, nested and damaged. Deterministic per seed. */
export function randomSvg(seed: number): string {
  const dice = random(seed)
  const [outer, inner] = [dice.pick(short), dice.pick(short)]
  const at = outer.lastIndexOf('</svg>')
  return damage(dice.oneIn(2) || at < 0 ? outer : outer.slice(0, at) + inner + outer.slice(at), dice)
}
