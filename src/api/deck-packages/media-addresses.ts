/** The URL of an uploaded file in a deck's HTML, also with a query, which says nothing. Group 1 is the file name. */
const mediaUrl =
  /(?<=["'(,\s]|&quot;)\/m\/([A-Za-z0-9_-]{8,100}(?:\.[a-z0-9]{2,5})?)(?:\?(?:[\w.=%-]|&(?!quot;)(?:amp;)?)*)?/g

/** The names of all uploaded files that a piece of HTML references. */
export function mediaIn(html: string): string[] {
  return [...html.matchAll(mediaUrl)].map((match) => match[1] as string)
}

/** Markup or styles with other URLs for uploaded files, by their names. */
export function withMedia(text: string, addressOf: (name: string) => string): string {
  return text.replace(mediaUrl, (_, name: string) => addressOf(name))
}
