import type { Block } from '../document/deck-model.ts'

/** Read and write functions of a control for one prop. The same object if nothing changes. */
export function propOf<P, K extends keyof P>(
  name: K,
): { read(block: Block<P>): P[K]; write(block: Block<P>, value: P[K]): Block<P> } {
  return {
    read: (block) => block.props[name],
    write: (block, value) =>
      block.props[name] === value ? block : { ...block, props: { ...block.props, [name]: value } },
  }
}

/** As propOf, for a prop with the values `allowed`. Other values are not written. */
export function wordOf<P, K extends keyof P, W extends P[K] & string>(
  name: K,
  allowed: readonly W[],
): { read(block: Block<P>): string; write(block: Block<P>, value: string): Block<P> } {
  const prop = propOf<P, K>(name)
  return {
    read: (block) => String(prop.read(block)),
    write: (block, value) => {
      const word = allowed.find((one) => one === value)
      return word === undefined ? block : prop.write(block, word)
    },
  }
}

/**
 * The color of an outline: setting one also sets the usual width (px) if there is none, since the outline would be
 * invisible.
 */
export function outlineColorOf<C extends string, W extends string, P extends Record<C, string> & Record<W, number>>(
  color: C,
  width: W,
  usual: number,
): { read(block: Block<P>): string; write(block: Block<P>, value: string): Block<P> } {
  return {
    read: (block) => block.props[color],
    write: (block, value) => {
      if (block.props[color] === value) return block
      const wide = value !== '' && block.props[width] === 0
      return { ...block, props: { ...block.props, [color]: value, ...(wide ? { [width]: usual } : {}) } }
    },
  }
}
