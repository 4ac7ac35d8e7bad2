/** Limits of depth and length for log entries. */
const maxDepth = 6
const maxText = 4_000

/** Field names whose values are never logged. */
const secretName =
  /pass(word|phrase)?|secret|token|cookie|authori[sz]ation|csrf|session|signature|card|cvc|cvv|iban|notes?$|html|body|payload|^data$|^text$|api_?key/i

const removed = '[removed]'

/** 13 to 19 digits, optionally separated by spaces or dashes. */
const cardForm = /\b\d(?:[ -]?\d){12,18}\b/g
const markup = /<[a-z!/][^<>]*>/i
/** Parts of URLs that may contain tokens: credentials before the host, path and query after it, query after a path. */
const addressTail = /(\w+:\/\/)(?:[^\s/@"'<>]*@)?([^\s/?#"'<>]*)([/?#][^\s"'<>]*)?|(\/[\w./%~-]*)\?[^\s"'<>]*/g
/** Random values (tokens, keys): long words with digits. */
const randomValue = /\b(?=[\w-]*\d)[\w-]{24,}\b/g

/** Whether digits pass the Luhn check of payment cards. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Redacts a text: markup, card numbers, query strings, long random values. */
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

/** Redacts any value for the log: by field names and by the form of its texts. */
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
    // The first line repeats the message with quoted input; the rest are stack frames in our own files.
    stack: error.stack?.slice(error.stack.indexOf('\n    at ')).split('\n').slice(0, 12).join('\n'),
    ...(code === undefined ? {} : { code: redact(code, depth + 1) }),
    ...(status === undefined ? {} : { status }),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  }
}
