import { isBlockId, isSlideId } from '../../document/ids.ts'
import type { Block, Deck, Frame, Stack } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'

/**
 * What is wrong with a deck, as sentences; nothing for a sound one. Every command must leave a sound deck sound:
 * each slide in exactly one place, ids unique, markup between slides complete, frames with real numbers.
 */
export function checkDeck(deck: Deck): readonly string[] {
  const placed = deck.stacks.flatMap((stack) => stack.slides)
  const faults = deck.stacks.flatMap(stackFaults)
  if (placed.length === 0) faults.push('The deck has no slide')
  if (new Set(placed).size !== placed.length) faults.push('A slide is in two places')
  const known = Object.keys(deck.slides)
  if (known.length !== placed.length || !placed.every((id) => deck.slides[id])) {
    faults.push('The stacks and the slides do not name the same slides')
  }
  const blockIds = new Set<string>()
  for (const [id, slide] of Object.entries(deck.slides)) {
    if (slide.id !== id || !isSlideId(id)) faults.push(`Slide ${id} has a wrong id`)
    if (slide.notes.length > limits.slide.notes) faults.push(`Slide ${id} has too long notes`)
    for (const block of slide.blocks) {
      if (blockIds.has(block.id) || !isBlockId(block.id)) faults.push(`Block ${block.id} has a wrong id`)
      blockIds.add(block.id)
      faults.push(...blockFaults(block))
    }
  }
  return faults
}

function stackFaults(stack: Stack): string[] {
  const faults: string[] = []
  if (stack.slides.length === 0) faults.push('A stack is empty')
  const gaps = stack.attributes === null ? 0 : stack.slides.length + 1
  if (stack.gaps.length !== gaps) faults.push(`A stack of ${stack.slides.length} has ${stack.gaps.length} gaps`)
  if (stack.attributes === null && stack.slides.length > 1) faults.push('Several slides in a place without a stack')
  return faults
}

function blockFaults(block: Block): readonly string[] {
  if (block.frame === null) return block.type === 'snippet' ? [] : [`Block ${block.id} has no frame`]
  return frameIsSound(block.frame) ? [] : [`Block ${block.id} has a frame that can't be`]
}

function frameIsSound(frame: Frame): boolean {
  const numbers = [frame.x, frame.y, frame.width, frame.height ?? 0, frame.rotation]
  const turned = frame.rotation >= 0 && frame.rotation < 360
  return numbers.every(Number.isFinite) && frame.width >= 0 && (frame.height ?? 0) >= 0 && turned
}
