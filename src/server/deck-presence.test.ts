import { expect, test } from 'vitest'
import { processes } from '../testing/process-buses.ts'
import { createDeckPresence, type Presence } from './deck-presence.ts'

const [deck, ann] = [7, 1]
const at = (time: number, slideId: string, status: Presence['status'] = 'viewing'): Presence => ({
  ...{ status, slideId, at: time },
})

test('a user’s pages in several processes count as one: viewing before idle, then the latest', () => {
  const [here, there] = processes(2).map(createDeckPresence)
  here!.set(deck, ann, at(1, 'one'))
  there!.set(deck, ann, at(2, 'two'))
  for (const one of [here!, there!]) expect(one.of(deck, ann)).toEqual(at(2, 'two'))
  there!.set(deck, ann, at(3, 'two', 'idle'))
  for (const one of [here!, there!]) expect(one.of(deck, ann)).toEqual(at(1, 'one'))
  here!.set(deck, ann, null)
  for (const one of [here!, there!]) expect([...one.usersOf(deck)]).toEqual([[ann, at(3, 'two', 'idle')]])
  there!.set(deck, ann, null)
  for (const one of [here!, there!]) expect(one.of(deck, ann)).toBe(null)
})

test('a user whose editor is open in one process is in the editor in all', () => {
  const [here, there] = processes(2).map(createDeckPresence)
  here!.set(deck, ann, { ...at(1, 'one'), place: 'editor' })
  there!.set(deck, ann, { ...at(2, 'two'), place: 'review' })
  for (const one of [here!, there!]) expect(one.of(deck, ann)).toEqual({ ...at(2, 'two'), place: 'editor' })
})

test('a process that starts later learns who is there, and a silent process is forgotten', () => {
  const [first, second] = processes(2)
  const here = createDeckPresence(first!)
  here.set(deck, ann, at(1, 'one'))
  const there = createDeckPresence(second!)
  expect(there.of(deck, ann)).toBe(null)
  there.refresh(60_000)
  expect(there.of(deck, ann)).toEqual(at(1, 'one'))
  const changed: number[] = []
  there.subscribe((deckId) => void changed.push(deckId))
  there.refresh(-1)
  expect(there.of(deck, ann)).toBe(null)
  expect(changed).toEqual([deck])
})
