import { describe, expect, it } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Deck } from '../../document/deck-model.ts'
import { newDeck } from '../../document/new-deck.ts'
import { renderSlide } from '../../document/render-slide.ts'
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
  return { sent, slide, answer, htmlOf, apply: answerCommand(sent, answer)! }
}

describe("the server's changes to a saved deck keep the user's later edits", () => {
  it('the slug and the sanitized slide are applied if both are unchanged since the save', () => {
    const { sent, answer, apply, htmlOf, slide } = sentDeck()
    const next = apply(sent)
    expect(next.settings.slug).toBe('talk')
    expect(htmlOf(next)).toBe(answer.cleaned[slide.id])
  })

  it('a slide that was edited during the save is kept', () => {
    const { sent, slide, apply } = sentDeck()
    const edited = deleteBlocks(slide.id, [slide.blocks[0]!.id])(sent)
    expect(apply(edited).slides[slide.id]).toBe(edited.slides[slide.id])
  })

  it('notes typed during the save stay unsaved changes', () => {
    const { sent, slide, apply, htmlOf } = sentDeck()
    const edited = setNotes(slide.id, 'Breathe')(sent)
    expect(apply(edited).slides[slide.id]?.notes).toBe('Breathe')
    expect(htmlOf(apply(edited))).toContain('Cleaned')
    expect(contentBetween(apply(sent), apply(edited), false).notes).toEqual({ [slide.id]: 'Breathe' })
  })

  it('a slug chosen during the save is kept', () => {
    const { sent, apply } = sentDeck()
    expect(apply(setSettings({ slug: 'mine' })(sent)).settings.slug).toBe('mine')
  })

  it("the editor's deck then equals the server's deck", () => {
    const { sent, apply } = sentDeck()
    expect(isEmptyContent(contentBetween(apply(sent), apply({ ...sent }), false))).toBe(true)
    expect(answerCommand(sent, { slug: null, cleaned: {} })).toBeNull()
  })
})
