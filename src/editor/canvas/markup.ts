import DOMPurify from 'dompurify'

/**
 * Parsed markup, ready to be put into a document. What the editor shows has been sanitised before; this is a second
 * and independent pass, and the only way by which markup becomes elements here. It is parsed in a document where
 * nothing runs and nothing loads.
 */
export function fragmentOf(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ADD_ATTR: ['target'], FORBID_TAGS: ['style', 'form'] })
}
