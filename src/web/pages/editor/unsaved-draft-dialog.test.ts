import { expect, it } from 'vitest'
import { newDeck } from '../../../document/new-deck.ts'
import { newSlide } from '../../../document/new-slide.ts'
import { slideIds } from '../../../document/structure.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { addSlides, deleteSlides, setNotes } from '../../../editor/commands/slide-commands.ts'
import { unsavedDraft } from '../../../testing/unsaved-draft.ts'
import { draftSummary } from './unsaved-draft-dialog.tsx'

it('the offer of a draft describes its changes, even if it changed no slide', () => {
  const first = newDeck()
  const base = addSlides([newSlide()], { side: 'right', of: slideIds(first)[0]! })(first)
  const [one, two] = slideIds(base) as [string, string]
  const titled = setSettings({ title: 'Mine' })(base)
  expect(draftSummary(unsavedDraft(base, setNotes(one, 'Mine')(titled)))).toBe('One slide changed')
  expect(draftSummary(unsavedDraft(base, setNotes(two, 'Mine')(setNotes(one, 'Mine')(base))))).toBe('2 slides changed')
  expect(draftSummary(unsavedDraft(base, titled))).toBe('Settings of the deck changed')
  expect(draftSummary(unsavedDraft(base, deleteSlides([two])(base)))).toBe('Slides were moved or deleted')
})
