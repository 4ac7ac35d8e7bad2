import { expect, it } from 'vitest'
import { newDeck } from '../../../document/new-deck.ts'
import { newSlide } from '../../../document/new-slide.ts'
import { slideIds } from '../../../document/structure.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { addSlides, deleteSlides, setNotes } from '../../../editor/commands/slide-commands.ts'
import { leftWork } from '../../../testing/left-work.ts'
import { workWords } from './left-work-dialog.tsx'

it('work that is offered says what it changed, also when that is no slide', () => {
  const first = newDeck()
  const base = addSlides([newSlide()], { side: 'right', of: slideIds(first)[0]! })(first)
  const [one, two] = slideIds(base) as [string, string]
  const titled = setSettings({ title: 'Mine' })(base)
  expect(workWords(leftWork(base, setNotes(one, 'Mine')(titled)))).toBe('One slide changed')
  expect(workWords(leftWork(base, setNotes(two, 'Mine')(setNotes(one, 'Mine')(base))))).toBe('2 slides changed')
  expect(workWords(leftWork(base, titled))).toBe('Settings of the deck changed')
  expect(workWords(leftWork(base, deleteSlides([two])(base)))).toBe('Slides were moved or deleted')
})
