/** Pieces that break packets and JSON, in any namespace. */
const commonPieces = ['"', '[', ']', '{', '}', ',', '\u0000', '𝕏', '-1', 'null', '1e999']

/** Random changes of valid frames, reproducible by the seed. `pieces`: inserted besides the common ones. */
export function randomFrames(
  count: number,
  seed: number,
  valid: readonly string[],
  pieces: readonly string[],
): string[] {
  let state = seed
  const random = (below: number) => {
    state = (state * 16_807) % 2_147_483_647
    return state % below
  }
  const pick = (list: readonly string[]): string => list[random(list.length)] as string
  const inserted = [...commonPieces, ...pieces]
  return Array.from({ length: count }, () => {
    let text = pick(valid)
    for (let change = random(4); change >= 0; change--) {
      const at = random(text.length + 1)
      const cut = random(8)
      text = text.slice(0, at) + (random(2) ? pick(inserted) : '') + text.slice(at + cut)
    }
    return text
  })
}
