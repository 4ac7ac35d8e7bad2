/** Plain text as paragraphs: one for each line. */
export function plainFragment(text: string, document: Document): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const paragraph = document.createElement('p')
    paragraph.append(line === '' ? document.createElement('br') : line)
    fragment.append(paragraph)
  }
  return fragment
}
