import { isReservedDeckSlug } from './deck-url.ts'
import { limits } from './limits.ts'
import { messages, tooLongMessage, tooShortMessage } from './messages.ts'
import { isSlideSize } from './slide-size.ts'

/** Validates user input: returns an error message, or null if valid. */
export type Validator = (value: string) => string | null

const nameCharacters = /^[A-Za-z0-9_-]+$/
const handleCharacters = /^[A-Za-z0-9_]+$/
// One @ with text on both sides, no spaces, a dot in the domain. Refuses control characters, since the address becomes
// part of a mail header.
const emailPattern = /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(\.[^\s@.\p{Cc}]+)+$/u
const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/

/** Maximum length. */
function atMost(max: number): Validator {
  return (value) => (value.length > max ? tooLongMessage(max) : null)
}

/** A required field: not empty, and not only spaces. */
export function validateRequired(value: string): string | null {
  return value.trim() === '' ? messages.form.required : null
}

/** A deck's slug, and the rule shared by usernames and team slugs: 2 or more of A-Z, 0-9, - and _. */
export function validateSlug(value: string): string | null {
  if (value.length < limits.account.usernameMin) return messages.form.tooShort
  if (/\s/.test(value)) return messages.form.spaces
  if (!nameCharacters.test(value)) return messages.form.characters
  return value.length > limits.deck.slug ? tooLongMessage(limits.deck.slug) : null
}

/** A username or team slug: a slug that fits into one DNS label. The server checks whether it is taken. */
export function validateUsername(value: string): string | null {
  return validateSlug(value) ?? atMost(limits.account.username)(value)
}

/** A team's slug: a username that is also a host name. The server checks whether it is taken. */
export function validateTeamSlug(value: string): string | null {
  const complaint = validateUsername(value)
  if (complaint !== null) return complaint
  // Host names neither begin nor end with a hyphen.
  return /^[A-Za-z0-9].*[A-Za-z0-9]$/.test(value) ? null : messages.form.slugEnds
}

/** A team's name: not empty, at most 100 characters. */
export function validateTeamName(value: string): string | null {
  return validateRequired(value) ?? atMost(limits.team.name)(value)
}

/** A password's length: at least 6 characters. The server checks its strength. */
export function validatePassword(value: string): string | null {
  if ([...value].length < limits.account.passwordMin) return tooShortMessage(limits.account.passwordMin)
  return new TextEncoder().encode(value).length > limits.account.passwordBytes ? messages.form.passwordLong : null
}

/** An e-mail address: something@something.something, at most 255 characters. */
export function validateEmail(value: string): string | null {
  return emailPattern.test(value) && value.length <= limits.account.email ? null : messages.form.email
}

/** A social handle: at most 15 letters, digits and _, no spaces. Empty is allowed. */
export function validateSocialHandle(value: string): string | null {
  if (value === '') return null
  if (/\s/.test(value)) return messages.form.spaces
  if (!handleCharacters.test(value)) return messages.form.handle
  return atMost(limits.account.socialHandle)(value)
}

/** A URL with or without scheme: 4 or more characters, no spaces, and only http or https. */
export function validateUrl(value: string): string | null {
  if (value.length < limits.account.urlMin || value.length > limits.account.url || /\s/.test(value))
    return messages.form.url
  const url = withScheme(value)
  if (!URL.canParse(url)) return messages.form.url
  const { protocol } = new URL(url)
  // A javascript: URL on a profile page would run when clicked.
  return protocol === 'http:' || protocol === 'https:' ? null : messages.form.url
}

/** Adds http:// if the URL has no scheme; '' stays ''. */
export function withScheme(value: string): string {
  const url = value.trim()
  if (url === '' || /^https?:\/\//i.test(url)) return url
  // 'example.com:8080' looks like the scheme 'example.com'; a real scheme has no dot before its colon.
  const named = scheme.exec(url)?.[0]
  if (named && !named.includes('.') && !/^[a-z0-9-]+:\d+(\/|$)/i.test(url)) return url
  return `http://${url.replace(/^\/+/, '')}`
}

/**
 * Normalizes a URL for storage by adding its scheme. Invalid input stays unchanged, so that it does not become valid.
 */
export function normalizeUrl(value: string): string {
  return validateUrl(value) === null ? withScheme(value) : value
}

/** An optional URL: empty, or a valid one. */
export function validateOptionalUrl(value: string): string | null {
  return value === '' ? null : validateUrl(value)
}

/** A mail's sender name: one line without an e-mail address or URL, which readers would take for the sender's. */
export function validateSenderName(value: string): string | null {
  if (value.trim() === '') return messages.form.required
  if (/[\p{Cc}\u2028\u2029<>]|\S@\S|:\/\/|\bwww\./iu.test(value)) return messages.form.senderName
  return atMost(limits.shareEmail.from)(value)
}

/** A deck's title: not empty, at most 200 characters. */
export function validateTitle(value: string): string | null {
  return value.trim() === '' ? messages.form.empty : atMost(limits.deck.title)(value)
}

/** A deck's slug, in its field and on the server: not empty, a valid slug, and not reserved. */
export function validateDeckSlug(value: string): string | null {
  if (value.trim() === '') return messages.form.empty
  return validateSlug(value) ?? (isReservedDeckSlug(value) ? messages.taken[0] : null)
}

/** An analytics id: UA-digits-digits. Empty is allowed. */
export function validateAnalyticsId(value: string): string | null {
  if (value === '') return null
  return /^UA-\d+-\d+$/.test(value) && value.length <= limits.account.analyticsId ? null : messages.form.analyticsId
}

/** A team's domain: contains a dot. */
export function validateDomain(value: string): string | null {
  if (value.length > limits.team.domain) return messages.form.domain
  return /^[^\s.]+(\.[^\s.]+)+$/.test(value) ? null : messages.form.domain
}

/** URL of a theme's script: starts with https. */
export function validateScriptUrl(value: string): string | null {
  if (/^http:/i.test(value)) return messages.theme.scriptNotHttps
  if (!/^https:\/\//i.test(value) || /\s/.test(value) || !URL.canParse(value)) return messages.theme.scriptInvalid
  return atMost(limits.theme.scriptUrl)(value)
}

/** A share link's name: required, at most 255 characters. */
export function validateLinkName(value: string): string | null {
  return value.trim() === '' ? messages.sharing.linkNameMissing : atMost(limits.token.name)(value)
}

/** A media item's label: not empty, at most 200 characters. */
export function validateMediaLabel(value: string): string | null {
  return value.trim() === '' ? messages.media.labelMissing : atMost(limits.media.label)(value)
}

/** A media tag's name: not empty, at most 200 characters. */
export function validateTagName(value: string): string | null {
  return value.trim() === '' ? messages.tag.nameMissing : atMost(limits.tag.name)(value)
}

/** A search term: not empty. */
export function validateSearchTerm(value: string): string | null {
  return value.trim() === '' ? messages.search.missingTerm : atMost(limits.search.term)(value)
}

/** Width or height of an embedded deck, in px: a positive integer of at most 4 digits. */
export function validateEmbedSize(value: string): string | null {
  return /^\d{1,4}$/.test(value) && Number(value) >= limits.embed.min ? null : messages.form.number
}

/** Validators by field type. */
export const validators = {
  text: () => null,
  required: validateRequired,
  slug: validateSlug,
  'deck-slug': validateDeckSlug,
  username: validateUsername,
  'team-slug': validateTeamSlug,
  'team-name': validateTeamName,
  password: validatePassword,
  email: validateEmail,
  handle: validateSocialHandle,
  url: validateUrl,
  'optional-url': validateOptionalUrl,
  title: validateTitle,
  'analytics-id': validateAnalyticsId,
  domain: validateDomain,
  'script-url': validateScriptUrl,
  'sender-name': validateSenderName,
  'link-name': validateLinkName,
  'media-label': validateMediaLabel,
  'tag-name': validateTagName,
  'search-term': validateSearchTerm,
  'embed-size': validateEmbedSize,
} as const satisfies Record<string, Validator>

export type FieldType = keyof typeof validators

/** Validates a field by its type. */
export function validateField(type: FieldType, value: string): string | null {
  return validators[type](value)
}

/** Not with the sizes, since the player of decks needs them without the messages. */
export function validateSlideSize(value: string): string | null {
  return isSlideSize(value) ? null : messages.deck.invalidSlideSize
}
