import { limits } from '../rules/limits.ts'
import type { Block, Frame, Slide, Slides, Stack } from './deck-model.ts'
import { isBlockId, isSlideId } from './ids.ts'

/**
 * The deck's violated invariants, one sentence each; [] for a valid deck. Every command keeps these invariants, in any
 * order of commands.
 */
export function checkDeck(deck: Slides): string[] {
  const violations: string[] = []
  const placed = new Set<string>()
  if (deck.stacks.length === 0) violations.push('The deck has no slides')
  for (const stack of deck.stacks) {
    violations.push(...checkStack(stack))
    for (const id of stack.slides) {
      if (placed.has(id)) violations.push(`Slide ${id} stands in the deck twice`)
      if (!Object.hasOwn(deck.slides, id)) violations.push(`Slide ${id} is missing`)
      placed.add(id)
    }
  }
  const blocks = new Set<string>()
  for (const [key, slide] of Object.entries(deck.slides)) {
    if (!placed.has(key)) violations.push(`Slide ${key} stands nowhere`)
    if (slide.id !== key) violations.push(`Slide ${key} calls itself ${slide.id}`)
    violations.push(...checkSlide(slide))
    for (const block of slide.blocks) {
      if (blocks.has(block.id)) violations.push(`Block ${block.id} is in the deck twice`)
      blocks.add(block.id)
    }
  }
  return violations
}

function checkStack(stack: Stack): string[] {
  const violations: string[] = []
  const count = stack.slides.length
  if (count === 0) violations.push('A stack has no slides')
  if (stack.attributes === null && count > 1) violations.push('Several slides stand in one place without a stack')
  if (stack.attributes === null && stack.gaps.length > 0) violations.push('A single slide has gaps')
  if (stack.attributes !== null && stack.gaps.length !== count + 1) {
    violations.push(`A stack of ${count} has ${stack.gaps.length} gaps`)
  }
  return violations
}

function checkSlide(slide: Slide): string[] {
  const violations: string[] = []
  const name = `Slide ${slide.id}`
  if (!isSlideId(slide.id)) violations.push(`${name}: the id is not 32 hexadecimal digits`)
  if (slide.notes.length > limits.slide.notes) violations.push(`${name}: the notes are too long`)
  for (const attribute of ['data-id', 'data-notes']) {
    if (Object.hasOwn(slide.attributes, attribute))
      violations.push(`${name}: ${attribute} is not an attribute of its own`)
  }
  slide.blocks.forEach((block, index) => {
    violations.push(...checkBlock(block).map((fault) => `${name}, block ${block.id}: ${fault}`))
    if (block.frame === null && slide.blocks[index - 1]?.frame === null) {
      violations.push(`${name}: two snippets of the flow stand side by side; they are one`)
    }
  })
  return violations
}

function checkBlock(block: Block): string[] {
  const violations: string[] = []
  if (!isBlockId(block.id)) violations.push('the id is not 16 hexadecimal digits')
  if (block.frame === null) {
    if (block.type !== 'snippet') violations.push(`a ${block.type} block needs a frame`)
  } else violations.push(...checkFrame(block.frame))
  for (const name of block.classes) {
    if (name === '' || /\s/.test(name)) violations.push(`'${name}' is no class name`)
    if (name === 'block' || name === 'fragment') violations.push(`${name} is not a class of its own`)
  }
  for (const [property] of block.style) {
    if (['left', 'top', 'width', 'height'].includes(property)) violations.push(`${property} belongs to the frame`)
  }
  for (const [name] of block.attributes) {
    if (['class', 'style', 'data-block-type', 'data-block-id', 'data-name'].includes(name)) {
      violations.push(`${name} has a field of its own`)
    }
  }
  return violations
}

function checkFrame(frame: Frame): string[] {
  const { x, y, width, height, rotation } = frame
  const violations: string[] = []
  if (![x, y, width, height ?? 0, rotation].every(Number.isFinite))
    violations.push('the frame has a number that is none')
  if (width < 0 || (height ?? 0) < 0) violations.push('the frame has a negative size')
  if (rotation < 0 || rotation >= 360) violations.push('the rotation is not from 0 to under 360')
  return violations
}
