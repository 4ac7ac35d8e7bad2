import type { Block } from '../document/types.ts'
import type { ChoiceField, ColorField, NumberField } from './block-editor.ts'

/** The value of a CSS declaration of the block's wrapper; '' when it has none. */
export function declarationOf(block: Block, property: string): string {
  return block.style.find(([name]) => name === property)?.[1] ?? ''
}

/** The block with a declaration of its wrapper changed; null or '' removes it. The very same block when nothing changes. */
export function withDeclaration<P>(block: Block<P>, property: string, value: string | null): Block<P> {
  const style = withPair(block.style, property, value === '' ? null : value)
  return style === block.style ? block : { ...block, style }
}

/** A list of pairs with one changed, added or (null) removed; the very same list when nothing changes. */
export function withPair(
  pairs: readonly (readonly [string, string])[],
  name: string,
  value: string | null,
): readonly (readonly [string, string])[] {
  const index = pairs.findIndex(([key]) => key === name)
  if (value === null) return index < 0 ? pairs : pairs.toSpliced(index, 1)
  if (index < 0) return [...pairs, [name, value]]
  return pairs[index]![1] === value ? pairs : pairs.with(index, [name, value])
}

/** A control for a color of the wrapper. */
export function styleColor<P>(label: string, property: string, none?: string): ColorField<P> {
  return {
    kind: 'color',
    label,
    none,
    ...(none === undefined ? { shownAt: { part: '', property } } : {}),
    read: (block) => declarationOf(block, property),
    write: (block, value) => withDeclaration(block, property, value),
  }
}

/** A control for a size in px of the wrapper; `usual` is what holds without a declaration of its own. */
export function styleSize<P>(
  label: string,
  property: string,
  bounds: { readonly min: number; readonly max: number; readonly step: number; readonly usual: number },
): NumberField<P> {
  const { usual, ...range } = bounds
  return {
    kind: 'number',
    unit: 'px',
    label,
    ...range,
    read: (block) => Number.parseFloat(declarationOf(block, property) || String(usual)),
    write: (block, value) => withDeclaration(block, property, value === 0 && usual === 0 ? null : `${value}px`),
  }
}

/** A control for one of a few values of a declaration of the wrapper; the value '' is the theme's own. */
export function styleChoice<P>(label: string, property: string, options: ChoiceField<P>['options']): ChoiceField<P> {
  return {
    kind: 'choice',
    label,
    options,
    read: (block) => declarationOf(block, property),
    write: (block, value) => withDeclaration(block, property, value),
  }
}
