import { createRequire } from 'node:module'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { product } from '../../rules/product.ts'

/** Who the password is for: what is built from these words is the first thing that somebody tries. */
export interface PasswordOwner {
  readonly username: string
  readonly name?: string | null
  readonly email: string
}

/** What must be left of a password, in characters, after its guessable part is taken away. */
const leastRest = 4
/** … and after the owner's own words are taken away: as many as a password needs at least. */
const leastOwnRest = 6

const keyboardRows = [
  'qwertzuiop',
  'qwertyuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'yxcvbnm',
  'zxcvbnm',
  'wxcvbn',
]
const columns = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol']
const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const digits = '01234567890'
const rows = [...keyboardRows, ...columns, alphabet, digits].flatMap((row) => [row, [...row].reverse().join('')])

const letters: Readonly<Record<string, string>> = {
  ...{
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '8': 'b',
    '@': 'a',
    $: 's',
    '!': 'i',
    '|': 'l',
    '€': 'e',
  },
}

/** Writes p4$$w0rd as password. */
function plainLetters(text: string): string {
  return [...text].map((character) => letters[character] ?? character).join('')
}

/** Without digits and signs at both ends: what people add to a word that was refused. */
function bareWord(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

/** So many of the most common passwords are refused. Those that are too short anyway are not counted. */
const refused = 10_000

let known: ReadonlySet<string> | undefined

/**
 * The most common passwords, and the words in them. Unpacking the list takes a few dozen ms, so it is done when
 * somebody first chooses a password; synchronously, because a check whose answer is not awaited would refuse nothing.
 */
function commonPasswords(): ReadonlySet<string> {
  if (known) return known
  const load = createRequire(import.meta.url)
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  const words = new Set<string>()
  let counted = 0
  // The most frequent come first.
  for (const password of dictionary['passwords-common']) {
    words.add(password.toLowerCase()).add(bareWord(password.toLowerCase()))
    if (password.length >= limits.account.passwordMin) counted += 1
    if (counted === refused) break
  }
  words.delete('')
  known = words
  return known
}

function isCommon(password: string): boolean {
  const common = commonPasswords()
  const forms = [password, plainLetters(password), plainLetters(bareWord(password))]
  if (forms.some((form) => common.has(form))) return true
  // A common word with up to three other characters around it: 'monkey99', '!Dragon1'.
  return forms.some((form) => {
    const word = bareWord(form)
    return word.length >= 3 && common.has(word) && form.length - word.length < leastRest
  })
}

/** The length of the longest piece at `from` that a finger or the alphabet gives: a run (3 or more), or one character again and again. */
function runAt(text: string, from: number): number {
  let same = 1
  while (text[from + same] === text[from]) same += 1
  let longest = same >= 3 ? same : 1
  for (const row of rows) {
    let length = 3
    while (from + length <= text.length && row.includes(text.slice(from, from + length))) length += 1
    if (length - 1 >= 3) longest = Math.max(longest, length - 1)
  }
  return longest
}

/** How many independent choices a password holds, when each run counts as one. */
function choices(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += runAt(text, at)) count += 1
  return count
}

/** 'abcabc', '121212': one to four characters again and again. */
function isRepetition(text: string): boolean {
  return [1, 2, 3, 4].some((size) => text.length > size && text === text.slice(0, size).repeat(text.length / size))
}

/** A day as six or eight digits, in any order of its parts. */
function isDate(text: string): boolean {
  if (!/^(\d{6}|(19|20)\d{6}|\d{4}(19|20)\d{2})$/.test(text)) return false
  const day = (part: string) => Number(part) >= 1 && Number(part) <= 31
  const month = (part: string) => Number(part) >= 1 && Number(part) <= 12
  const pair = (text: string) => [text.slice(0, 2), text.slice(2, 4)] as const
  const monthAndDay = (text: string) => {
    const [first, second] = pair(text)
    return (day(first) && month(second)) || (month(first) && day(second))
  }
  if (text.length === 6) return monthAndDay(text) || monthAndDay(text.slice(2))
  return monthAndDay(text) || monthAndDay(text.slice(4))
}

/** What this product is for: the first thing that comes to mind when it asks for a password. */
const trade = ['presentation', 'slideshow', 'slides', 'reveal', 'revealjs']

function ownWords(owner: PasswordOwner): string[] {
  const [mailbox = '', domain = ''] = owner.email.split('@')
  const parts = [
    owner.username,
    mailbox,
    domain.split('.')[0] ?? '',
    ...(owner.name ?? '').split(/\s+/),
    product.name,
    ...trade,
  ]
  const words = parts.flatMap((part) => [part, ...part.split(/[^\p{L}\p{N}]+/u)]).map((word) => word.toLowerCase())
  // Longest first, so that 'ada' does not leave 'lovelace' of 'adalovelace'.
  return [...new Set(words)].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
}

function isPersonal(password: string, owner: PasswordOwner): boolean {
  return [password, plainLetters(password)].some((form) => {
    const rest = ownWords(owner).reduce((left, word) => left.replaceAll(word, ''), form)
    return rest !== form && rest.length < leastOwnRest
  })
}

/**
 * Why a password is too easy to guess, as a message for its owner; null when it is not. Refused are the common ones
 * (also written with digits for letters or with a few characters added), runs of keys and letters, repetitions,
 * days, and what is built from the owner's name, e-mail, or the product's name and trade.
 */
export function easyToGuess(password: string, owner: PasswordOwner): string | null {
  const text = password.normalize('NFC').toLowerCase()
  if (isPersonal(text, owner)) return messages.form.passwordPersonal
  const guessable = isCommon(text) || isRepetition(text) || isDate(text) || choices(text) < leastRest
  return guessable ? messages.form.passwordCommon : null
}
