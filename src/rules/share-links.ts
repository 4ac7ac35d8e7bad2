/** Name of a deck's next access link, 'Link N': one above the number of links and above the highest number in use. */
export function nextLinkName(names: readonly string[]): string {
  const numbers = names.map((name) => Number(/^Link ([1-9]\d{0,8})$/.exec(name)?.[1] ?? 0))
  return `Link ${Math.max(names.length, ...numbers) + 1}`
}
