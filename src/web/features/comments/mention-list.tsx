import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { CollaboratorAnswer } from '../../../api/deck-users/contract.ts'
import { typedMention } from '../../../rules/mentions.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useStore } from '../../../ui/store.ts'
import type { Collaboration } from '../collaboration/collaboration.ts'
import styles from './mentions.module.css'

/** A person of the deck who can be mentioned. */
export interface Mentionable {
  readonly username: string
  readonly name: string
  readonly picture: string | null
}

/** Names in the list at once. */
const shownNames = 6

/** The people of a deck who can be mentioned by a user: all others who have accepted. */
function mentionable(people: readonly CollaboratorAnswer[] | null, userId: number): Mentionable[] {
  return (people ?? []).flatMap(({ active, user_id, username, name, thumbnail_url: picture }) =>
    active && user_id !== userId && username !== null ? [{ username, name: name?.trim() || username, picture }] : [],
  )
}

/** The same for a component. */
export function useMentionable({ state, page }: Collaboration): readonly Mentionable[] {
  const { people } = useStore(state)
  return useMemo(() => mentionable(people, page.userId), [people, page.userId])
}

/** The people whose name, or a word of it, begins with some letters. */
export function matchingPeople(people: readonly Mentionable[], letters: string): readonly Mentionable[] {
  const wanted = letters.toLowerCase()
  return people
    .filter(({ username, name }) =>
      [username, ...name.split(/\s+/)].some((one) => one.toLowerCase().startsWith(wanted)),
    )
    .slice(0, shownNames)
}

/** A text with the mention before the caret completed, and the caret behind it. */
export function withMention(text: string, caret: number, username: string): { text: string; caret: number } {
  const typed = typedMention(text, caret)
  if (!typed) return { text, caret }
  const rest = text.slice(caret)
  const before = `${text.slice(0, typed.start)}@${username}${/^\s/.test(rest) ? '' : ' '}`
  return { text: before + rest, caret: before.length + (/^\s/.test(rest) ? 1 : 0) }
}

/** The state of the list of names below a field. */
export interface MentionChoice {
  readonly id: string
  readonly people: readonly Mentionable[]
  readonly active: number
  optionId(index: number): string
  move(by: number): void
  close(): void
}

/** The names that complete the mention before the caret; none if there is none, or the user has closed the list. */
export function useMentionChoice(text: string, caret: number | null, people: readonly Mentionable[]): MentionChoice {
  const id = useId()
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const typed = caret === null ? null : typedMention(text, caret)
  const found = typed && typed.start !== closedAt ? matchingPeople(people, typed.letters) : []
  const names = found.map(({ username }) => username).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other names begin at the first
  useEffect(() => setActive(0), [names])
  const start = typed?.start ?? null
  useEffect(() => {
    if (start === null) setClosedAt(null)
  }, [start])
  return {
    ...{ id, people: found, active: Math.min(active, Math.max(0, found.length - 1)) },
    optionId: (index) => `${id}-${index}`,
    move: (by) => setActive((now) => (now + by + found.length) % found.length),
    close: () => setClosedAt(start),
  }
}

interface MentionListProps {
  readonly choice: MentionChoice
  onChoose(person: Mentionable): void
}

/** The list of names; its keys are those of the field. */
export function MentionList({ choice, onChoose }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const { id, people, active, optionId } = choice
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active])
  if (people.length === 0) return null
  return (
    <div ref={list} id={id} role="listbox" aria-label="People to mention" className={styles.list}>
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        <div
          key={person.username}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          className={classNames(styles.option, index === active && styles.active)}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar size="s" name={person.name} picture={person.picture} />
          <span className={styles.words}>
            <strong>{person.name}</strong>
            {person.name !== person.username && <span>@{person.username}</span>}
          </span>
        </div>
      ))}
    </div>
  )
}
