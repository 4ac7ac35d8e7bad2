import { createRequire } from 'node:module'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { product } from '../../rules/product.ts'

/** The password's owner. Attackers try passwords built from these words first. */
export interface PasswordOwner {
  readonly username: string
  readonly name?: string | null
  readonly email: string
}

/** Where the password is used: its name is a word that attackers try, too. */
export interface PasswordSite {
  readonly siteName: string
}

/** How many characters of a password must be independent of its guessable part. */
const minRest = 4
/** How many characters must be independent of the owner's own words: the minimum length of a password. */
const minOwnRest = 6

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

/** Reverses letter substitutions: p4$$w0rd becomes password. */
function plainLetters(text: string): string {
  return [...text].map((character) => letters[character] ?? character).join('')
}

/** Removes digits and signs at both ends, since users append them to refused words. */
function bareWord(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

/** How many of the most common passwords are refused; those below the minimum length do not count. */
const refusedCount = 10_000

let commonList: ReadonlySet<string> | undefined

/**
 * The most common passwords, and the words in them. Unpacking takes a few dozen ms, so the list is loaded when a password
 * is first checked. It is synchronous, since a check that a caller forgets to await would refuse nothing.
 */
function commonPasswords(): ReadonlySet<string> {
  if (commonList) return commonList
  const load = createRequire(import.meta.url)
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  const words = new Set<string>()
  let counted = 0
  // Sorted by frequency, the most common first.
  for (const password of dictionary['passwords-common']) {
    words.add(password.toLowerCase()).add(bareWord(password.toLowerCase()))
    if (password.length >= limits.account.passwordMin) counted += 1
    if (counted === refusedCount) break
  }
  words.delete('')
  commonList = words
  return commonList
}

function isCommon(password: string): boolean {
  const common = commonPasswords()
  const forms = [password, plainLetters(password), plainLetters(bareWord(password))]
  if (forms.some((form) => common.has(form))) return true
  // A common word with up to three other characters around it: 'monkey99', '!Dragon1'.
  return forms.some((form) => {
    const word = bareWord(form)
    return word.length >= 3 && common.has(word) && form.length - word.length < minRest
  })
}

/** The length of the longest guessable run at `from`: at least 3 neighboring keys or letters, or a repeated character. */
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

/** How many independent choices a password contains, counting each run as one. */
function choices(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += runAt(text, at)) count += 1
  return count
}

/** Whether one to four characters are repeated: 'abcabc', '121212'. */
function isRepetition(text: string): boolean {
  return [1, 2, 3, 4].some((size) => text.length > size && text === text.slice(0, size).repeat(text.length / size))
}

/** Whether a text is a date of six or eight digits, in any order of day, month and year. */
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

/** What the product is for: likely words in its passwords. */
const productWords = ['presentation', 'slideshow', 'slides', 'reveal', 'revealjs']

function ownWords(owner: PasswordOwner, { siteName }: PasswordSite): string[] {
  const [mailbox = '', domain = ''] = owner.email.split('@')
  const parts = [
    owner.username,
    mailbox,
    domain.split('.')[0] ?? '',
    ...(owner.name ?? '').split(/\s+/),
    product.name,
    ...siteName.split(/\s+/),
    siteName.replace(/\s+/g, ''),
    ...productWords,
  ]
  const words = parts.flatMap((part) => [part, ...part.split(/[^\p{L}\p{N}]+/u)]).map((word) => word.toLowerCase())
  // Longest first, so that removing 'ada' does not leave 'lovelace' of 'adalovelace'.
  return [...new Set(words)].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
}

function isPersonal(password: string, owner: PasswordOwner, site: PasswordSite): boolean {
  return [password, plainLetters(password)].some((form) => {
    const rest = ownWords(owner, site).reduce((left, word) => left.replaceAll(word, ''), form)
    return rest !== form && rest.length < minOwnRest
  })
}

/**
 * Why a password is too easy to guess, as a message for its owner; null if it is not. Refuses common passwords,
 * including those with digits for letters or with a few characters added. Also refuses runs of keys and letters,
 * repetitions, dates, and passwords built from the owner's name, e-mail, or the names of instance and product.
 */
export function easyToGuess(password: string, owner: PasswordOwner, site: PasswordSite): string | null {
  const text = password.normalize('NFC').toLowerCase()
  if (isPersonal(text, owner, site)) return messages.form.passwordPersonal
  const guessable = isCommon(text) || isRepetition(text) || isDate(text) || choices(text) < minRest
  return guessable ? messages.form.passwordCommon : null
}
