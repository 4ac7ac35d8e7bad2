/** `@username` that does not continue a word, such as an e-mail address. */
const mention = /(?<![\w@.-])@([\w-]{2,40})/g

/** A part of a comment: text, or the mention of a user as it was written. */
export interface CommentPart {
  readonly text: string
  /** The username in lower case; null for text without a mention. */
  readonly username: string | null
}

/** Splits a comment at `@username`. Which of these names are people of the deck is for the caller to know. */
export function commentParts(message: string): CommentPart[] {
  const parts: CommentPart[] = []
  let at = 0
  for (const found of message.matchAll(mention)) {
    if (found.index > at) parts.push({ text: message.slice(at, found.index), username: null })
    parts.push({ text: found[0], username: found[1]!.toLowerCase() })
    at = found.index + found[0].length
  }
  if (at < message.length) parts.push({ text: message.slice(at), username: null })
  return parts
}

/** The usernames that a comment mentions, in lower case, each once. */
export function mentionedIn(message: string): readonly string[] {
  return [...new Set(commentParts(message).flatMap(({ username }) => username ?? []))]
}

/** The mention that is being typed before the caret: where it begins, and its letters; null if there is none. */
export function typedMention(text: string, caret: number): { readonly start: number; readonly letters: string } | null {
  const found = /(?<![\w@.-])@([\w-]{0,40})$/.exec(text.slice(0, caret))
  return found && { start: found.index, letters: found[1]! }
}
