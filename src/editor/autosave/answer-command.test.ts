import { describe, expect, it } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { newDeck } from '../../document/new-deck.ts'
import { renderSlide } from '../../document/render-slide.ts'
import type { Deck } from '../../document/types.ts'
import { deleteBlocks } from '../commands/block-commands.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { setNotes } from '../commands/slide-commands.ts'
import { answerCommand } from './answer-command.ts'
import { contentBetween, isEmptyContent } from './save-content.ts'

function sentDeck() {
  const sent = newDeck()
  const slide = Object.values(sent.slides)[0]!
  const cleaned = renderSlide(slide, blocks).replace('Click to add subtitle', 'Cleaned')
  const answer = { slug: 'talk', cleaned: { [slide.id]: cleaned } }
  const htmlOf = (deck: Deck): string => renderSlide(deck.slides[slide.id]!, blocks)
  return { sent, slide, answer, htmlOf, take: answerCommand(sent, answer)! }
}

describe('what the server decides takes nothing from the person', () => {
  it('takes over the address and the cleaned slide where nothing changed meanwhile', () => {
    const { sent, answer, take, htmlOf, slide } = sentDeck()
    const next = take(sent)
    expect(next.settings.slug).toBe('talk')
    expect(htmlOf(next)).toBe(answer.cleaned[slide.id])
  })

  it('leaves a slide alone that was changed while the save was on its way', () => {
    const { sent, slide, take } = sentDeck()
    const edited = deleteBlocks(slide.id, [slide.blocks[0]!.id])(sent)
    expect(take(edited).slides[slide.id]).toBe(edited.slides[slide.id])
  })

  it('keeps notes that were typed while the save was on its way, and they are still to be saved', () => {
    const { sent, slide, take, htmlOf } = sentDeck()
    const edited = setNotes(slide.id, 'Breathe')(sent)
    expect(take(edited).slides[slide.id]?.notes).toBe('Breathe')
    expect(htmlOf(take(edited))).toContain('Cleaned')
    expect(contentBetween(take(sent), take(edited), false).notes).toEqual({ [slide.id]: 'Breathe' })
  })

  it('keeps an address that was chosen while the save was on its way', () => {
    const { sent, take } = sentDeck()
    expect(take(setSettings({ slug: 'mine' })(sent)).settings.slug).toBe('mine')
  })

  it('makes no difference between the deck on the screen and the one on the server', () => {
    const { sent, take } = sentDeck()
    expect(isEmptyContent(contentBetween(take(sent), take({ ...sent }), false))).toBe(true)
    expect(answerCommand(sent, { slug: null, cleaned: {} })).toBeNull()
  })
})
