/**
 * Where pinned words begin in a text; null if they are not there. Words that are not at their place count if there is no
 * doubt which ones are meant.
 */
export function locateWords(
  { quote, offset }: { readonly quote: string; readonly offset: number },
  text: string,
): number | null {
  if (text.startsWith(quote, offset)) return offset
  const found = text.indexOf(quote)
  return found >= 0 && text.indexOf(quote, found + 1) < 0 ? found : null
}
