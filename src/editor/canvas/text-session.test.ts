// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { blockTypes } from '../../blocks/index.ts'
import type { Block } from '../../document/deck-model.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { inTime } from '../../testing/wait-for.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { loadMerging } from '../commands/load-merging.ts'
import { createEditor, type Editor } from '../state/editor.ts'
import { createSlideView } from './slide-view.ts'
import { type LiveText, openTextSession } from './text-session.ts'

beforeAll(() => loadMerging())
beforeEach(() => document.body.replaceChildren())

/** An editor with a text that is being edited. */
interface Opened {
  readonly editor: Editor
  readonly session: LiveText
  readonly host: HTMLElement
  /** Types at the end of the n-th paragraph, from 0. */
  type(paragraph: number, words: string): void
  /** Replaces the stored HTML, like a change received from another window. */
  changeElsewhere(html: string): void
  /** The stored HTML. */
  stored(): string
}

function open(html: string): Opened {
  const block = testBlock(1, { type: 'text', props: { ...blockTypes.text.defaults().props, html } })
  const services = recordedServices()
  const editor = createEditor({ deck: testDeck([1], [testSlide(1, [block])]), services })
  const view = createSlideView(document)
  view.show(editor.model.slide())
  document.body.append(view.section)
  editor.model.startEditing(block.id)
  const session = openTextSession(editor, view, block.id)!
  session.begin()
  editor.model.subscribe(() => session.prepare())
  const host = view.section.querySelector<HTMLElement>('[contenteditable]')!
  const htmlOf = (at: Block) => (at.props as { html: string }).html
  return {
    editor,
    session,
    host,
    type(paragraph, words) {
      const text = host.querySelectorAll('p')[paragraph]!.firstChild as Text
      text.appendData(words)
      document.getSelection()!.collapse(text, text.length)
      host.dispatchEvent(new InputEvent('input', { inputType: 'insertText', data: words }))
      services.pass(2000)
    },
    changeElsewhere(changed) {
      const change = (at: Block) => ({ ...at, props: { ...(at.props as object), html: changed } })
      editor.model.apply(updateBlocks(slideId(1), [blockId(1)], change), { undo: 'none', label: 'Merge' })
    },
    stored: () => htmlOf(editor.model.slide().blocks[0]!),
  }
}

function compose({ host }: Opened, type: 'compositionstart' | 'compositionend'): void {
  host.dispatchEvent(new CompositionEvent(type))
}

describe('a foreign change', () => {
  it('keeps the user’s caret, and a later undo moves it to the end of the undone edit', () => {
    const text = open('<p>one</p><p>two</p>')
    text.type(0, ' typed')
    text.changeElsewhere('<p>one typed</p><p>two more</p>')
    const selection = document.getSelection()!
    expect([selection.focusNode!.textContent, selection.focusOffset]).toEqual(['one typed', 9])
    text.type(1, '!')
    selection.collapse(text.host.querySelector('p')!.firstChild, 1)
    text.editor.model.undo()
    expect(text.host.innerHTML).toBe('<p>one typed</p><p>two more</p>')
    expect([selection.focusNode!.textContent, selection.focusOffset]).toEqual(['two more', 8])
  })

  it('is not stored again as an edit of the user', () => {
    const text = open('<p>one</p>')
    text.changeElsewhere('<p>one</p>\n<p>two</p>')
    expect(text.stored()).toBe('<p>one</p>\n<p>two</p>')
    expect(text.editor.model.getState().undoLabel).toBe(null)
  })
})

describe('a foreign change during a composition', () => {
  it('does not change the DOM during the composition; afterwards both changes are shown and stored', async () => {
    const text = open('<p>one</p><p>two</p>')
    compose(text, 'compositionstart')
    text.type(0, 'に')
    const watcher = new MutationObserver(() => {})
    watcher.observe(text.host, { subtree: true, childList: true, characterData: true })
    text.changeElsewhere('<p>zero</p><p>one</p><p>two</p>')
    text.changeElsewhere('<p>zero</p><p>one</p><p>two more</p>')
    expect(watcher.takeRecords()).toEqual([])
    compose(text, 'compositionend')
    expect(watcher.takeRecords()).toEqual([])
    expect(text.stored()).toBe('<p>zero</p><p>oneに</p><p>two more</p>')
    await vi.waitFor(() => expect(text.host.innerHTML).toBe('<p>zero</p><p>oneに</p><p>two more</p>'), inTime)
    const { focusNode, focusOffset } = document.getSelection()!
    expect([focusNode!.textContent, focusOffset]).toEqual(['oneに', 4])
    text.editor.model.undo()
    expect(text.stored()).toBe('<p>zero</p><p>one</p><p>two more</p>')
    expect(text.host.innerHTML).toBe(text.stored())
  })

  it('is kept if the next key comes before it is shown', async () => {
    const text = open('<p>one</p><p>two</p>')
    compose(text, 'compositionstart')
    text.type(0, 'に')
    text.changeElsewhere('<p>one</p><p>two more</p>')
    compose(text, 'compositionend')
    text.type(0, '!')
    expect(text.stored()).toBe('<p>oneに!</p><p>two more</p>')
    await vi.waitFor(() => expect(text.host.innerHTML).toBe('<p>oneに!</p><p>two more</p>'), inTime)
  })

  it('is shown after the next composition if that starts first', async () => {
    const text = open('<p>one</p><p>two</p>')
    compose(text, 'compositionstart')
    text.type(0, 'に')
    text.changeElsewhere('<p>one</p><p>two more</p>')
    compose(text, 'compositionend')
    compose(text, 'compositionstart')
    await new Promise((resolve) => setTimeout(resolve))
    expect(text.host.innerHTML).toBe('<p>oneに</p><p>two</p>')
    text.type(0, 'ほ')
    compose(text, 'compositionend')
    expect(text.stored()).toBe('<p>oneにほ</p><p>two more</p>')
    await vi.waitFor(() => expect(text.host.innerHTML).toBe('<p>oneにほ</p><p>two more</p>'), inTime)
  })

  it('is kept with the composed words if the editing ends', () => {
    const text = open('<p>one</p><p>two</p>')
    compose(text, 'compositionstart')
    text.type(0, 'に')
    text.changeElsewhere('<p>one</p><p>two more</p>')
    text.session.destroy()
    expect(text.stored()).toBe('<p>oneに</p><p>two more</p>')
    expect(text.host.innerHTML).toBe('<p>oneに</p><p>two more</p>')
  })
})
