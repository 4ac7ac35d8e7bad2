/** Depth and length up to which things are written to the log. */
const maxDepth = 6
const maxText = 4_000

/** Names whose values never belong in a log, whatever they hold. */
const secretName =
  /pass(word|phrase)?|secret|token|cookie|authori[sz]ation|csrf|session|signature|card|cvc|cvv|iban|notes?$|html|body|payload|^data$|^text$|api_?key/i

const removed = '[removed]'

/** 13 to 19 digits, with the spaces or dashes people write between them. */
const cardForm = /\b\d(?:[ -]?\d){12,18}\b/g
const markup = /<[a-z!/][^<>]*>/i
/** What follows the host or the path of an address, and the name and password before the host: tokens travel there. */
const addressTail = /(\w+:\/\/)(?:[^\s/@"'<>]*@)?([^\s/?#"'<>]*)([/?#][^\s"'<>]*)?|(\/[\w./%~-]*)\?[^\s"'<>]*/g
/** Random values as we and others make them: long, of one piece, with digits. */
const randomValue = /\b(?=[\w-]*\d)[\w-]{24,}\b/g

/** Whether digits pass the check that every payment card's number passes. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** A text without what must not be logged: markup, card numbers, query strings, long random values. */
export function redactText(text: string): string {
  const short = text.length > maxText ? `${text.slice(0, maxText)}…` : text
  const at = short.search(markup)
  const plain = at === -1 ? short : `${short.slice(0, at)}[html]`
  return plain
    .replace(cardForm, (number) => (isCardNumber(number) ? '[card]' : number))
    .replace(addressTail, (_, scheme?: string, host?: string, tail?: string, path?: string) =>
      path === undefined ? `${scheme}${host}${tail && tail !== '/' ? `/${removed}` : ''}` : `${path}?${removed}`,
    )
    .replace(randomValue, removed)
}

/** Anything that goes to the log, without secrets: by the names of its members and by the look of its texts. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? undefined : value
  if (depth >= maxDepth) return '[deep]'
  if (value instanceof Date) return value
  if (value instanceof Error) return redactError(value, depth)
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => redact(one, depth + 1))
  if (ArrayBuffer.isView(value)) return '[bytes]'
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, secretName.test(name) ? removed : redact(one, depth + 1)]),
  )
}

function redactError(error: Error, depth: number): unknown {
  const { code, status } = error as Error & { code?: unknown; status?: unknown }
  return {
    type: error.name,
    message: redactText(error.message),
    // The first line repeats the message, with whatever input it quotes; the rest is where, in our own files.
    stack: error.stack?.slice(error.stack.indexOf('\n    at ')).split('\n').slice(0, 12).join('\n'),
    ...(code === undefined ? {} : { code: redact(code, depth + 1) }),
    ...(status === undefined ? {} : { status }),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  }
}
