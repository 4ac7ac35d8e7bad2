import { limits } from '../rules/limits.ts'
import { isBlockId, isSlideId } from './ids.ts'
import type { Block, Frame, Slide, Slides, Stack } from './types.ts'

/**
 * The deck's violated invariants, one sentence each; [] for a valid deck. Every command keeps these invariants, in any
 * order of commands.
 */
export function checkDeck(deck: Slides): string[] {
  const faults: string[] = []
  const placed = new Set<string>()
  if (deck.stacks.length === 0) faults.push('The deck has no slides')
  for (const stack of deck.stacks) {
    faults.push(...checkStack(stack))
    for (const id of stack.slides) {
      if (placed.has(id)) faults.push(`Slide ${id} stands in the deck twice`)
      if (!Object.hasOwn(deck.slides, id)) faults.push(`Slide ${id} is missing`)
      placed.add(id)
    }
  }
  const blocks = new Set<string>()
  for (const [key, slide] of Object.entries(deck.slides)) {
    if (!placed.has(key)) faults.push(`Slide ${key} stands nowhere`)
    if (slide.id !== key) faults.push(`Slide ${key} calls itself ${slide.id}`)
    faults.push(...checkSlide(slide))
    for (const block of slide.blocks) {
      if (blocks.has(block.id)) faults.push(`Block ${block.id} is in the deck twice`)
      blocks.add(block.id)
    }
  }
  return faults
}

function checkStack(stack: Stack): string[] {
  const faults: string[] = []
  const count = stack.slides.length
  if (count === 0) faults.push('A stack has no slides')
  if (stack.attributes === null && count > 1) faults.push('Several slides stand in one place without a stack')
  if (stack.attributes === null && stack.gaps.length > 0) faults.push('A single slide has gaps')
  if (stack.attributes !== null && stack.gaps.length !== count + 1) {
    faults.push(`A stack of ${count} has ${stack.gaps.length} gaps`)
  }
  return faults
}

function checkSlide(slide: Slide): string[] {
  const faults: string[] = []
  const name = `Slide ${slide.id}`
  if (!isSlideId(slide.id)) faults.push(`${name}: the id is not 32 hexadecimal digits`)
  if (slide.notes.length > limits.slide.notes) faults.push(`${name}: the notes are too long`)
  for (const attribute of ['data-id', 'data-notes']) {
    if (Object.hasOwn(slide.attributes, attribute)) faults.push(`${name}: ${attribute} is not an attribute of its own`)
  }
  slide.blocks.forEach((block, index) => {
    faults.push(...checkBlock(block).map((fault) => `${name}, block ${block.id}: ${fault}`))
    if (block.frame === null && slide.blocks[index - 1]?.frame === null) {
      faults.push(`${name}: two snippets of the flow stand side by side; they are one`)
    }
  })
  return faults
}

function checkBlock(block: Block): string[] {
  const faults: string[] = []
  if (!isBlockId(block.id)) faults.push('the id is not 16 hexadecimal digits')
  if (block.frame === null) {
    if (block.type !== 'snippet') faults.push(`a ${block.type} block needs a frame`)
  } else faults.push(...checkFrame(block.frame))
  for (const name of block.classes) {
    if (name === '' || /\s/.test(name)) faults.push(`'${name}' is no class name`)
    if (name === 'block' || name === 'fragment') faults.push(`${name} is not a class of its own`)
  }
  for (const [property] of block.style) {
    if (['left', 'top', 'width', 'height'].includes(property)) faults.push(`${property} belongs to the frame`)
  }
  for (const [name] of block.attributes) {
    if (['class', 'style', 'data-block-type', 'data-block-id', 'data-name'].includes(name)) {
      faults.push(`${name} has a field of its own`)
    }
  }
  return faults
}

function checkFrame(frame: Frame): string[] {
  const { x, y, width, height, rotation } = frame
  const faults: string[] = []
  if (![x, y, width, height ?? 0, rotation].every(Number.isFinite)) faults.push('the frame has a number that is none')
  if (width <= 0 || (height !== null && height <= 0)) faults.push('the frame has no size')
  if (rotation < 0 || rotation >= 360) faults.push('the rotation is not from 0 to under 360')
  return faults
}
