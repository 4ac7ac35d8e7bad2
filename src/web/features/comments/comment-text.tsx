import type { CollaboratorAnswer } from '../../../api/deck-users/contract.ts'
import { commentParts } from '../../../rules/mentions.ts'
import styles from './comments.module.css'
import mentions from './mentions.module.css'

/** The text of a comment, with the people of the deck whom it mentions. */
export function CommentText({ text, people }: { text: string; people: readonly CollaboratorAnswer[] | null }) {
  const named = (username: string) =>
    people?.find((person) => person.username?.toLowerCase() === username && person.active)
  return (
    <p className={styles.message}>
      {commentParts(text).map((part, index) => {
        const person = part.username === null ? undefined : named(part.username)
        if (!person) return part.text
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
          <span key={index} className={mentions.mention} title={person.name?.trim() || undefined}>
            {part.text}
          </span>
        )
      })}
    </p>
  )
}
