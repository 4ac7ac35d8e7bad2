import type { Block } from '../document/deck-model.ts'
import type { ChoiceField, ColorField, NumberField } from './block-editor.ts'

/** The value of a CSS declaration on the block's wrapper; '' if missing. */
export function declarationOf(block: Block, property: string): string {
  return block.style.find(([name]) => name === property)?.[1] ?? ''
}

/** Sets a declaration of the block's wrapper; null or '' removes it. The same object if nothing changes. */
export function withDeclaration<P>(block: Block<P>, property: string, value: string | null): Block<P> {
  const style = withPair(block.style, property, value === '' ? null : value)
  return style === block.style ? block : { ...block, style }
}

/** Sets, adds or (null) removes a pair of a list; the same array if nothing changes. */
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

/** A color control for a declaration of the wrapper. */
export function styleColor<P>(label: string, property: string, none?: string): ColorField<P> {
  return {
    kind: 'color',
    label,
    none,
    ...(none === undefined ? { shownAt: { part: '', property } } : {}),
    declaration: property,
    read: (block) => declarationOf(block, property),
    write: (block, value) => withDeclaration(block, property, value),
  }
}

/** A control for the background of the wrapper: a color or a gradient. */
export function styleGround<P>(none?: string): ColorField<P> {
  const color = styleColor<P>('Background', 'background-color', none)
  return {
    ...color,
    gradients: true,
    read: (block) => gradientOf(block) || color.read(block),
    write: (block, value) => {
      const isGradient = value.includes('gradient(')
      const plain = gradientOf(block) === '' ? block : withDeclaration(block, 'background-image', null)
      return isGradient ? withDeclaration(color.write(block, ''), 'background-image', value) : color.write(plain, value)
    },
  }
}

/** The gradient of the wrapper's background; '' for none, and for pictures. */
function gradientOf(block: Block): string {
  const image = declarationOf(block, 'background-image')
  return image.includes('gradient(') && !image.includes('url(') ? image : ''
}

/** A px size control for a declaration of the wrapper; `usual` is the value without one. */
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
    declaration: property,
    read: (block) => Number.parseFloat(declarationOf(block, property) || String(usual)),
    write: (block, value) => withDeclaration(block, property, value === 0 && usual === 0 ? null : `${value}px`),
  }
}

/** A choice control for a declaration of the wrapper; '' is the theme's value. */
export function styleChoice<P>(label: string, property: string, options: ChoiceField<P>['options']): ChoiceField<P> {
  return {
    kind: 'choice',
    label,
    options,
    declaration: property,
    read: (block) => declarationOf(block, property),
    write: (block, value) => withDeclaration(block, property, value),
  }
}
