/** The sheet that a link to a slide leads to: `#/2`, `#/2/1` (from 0) or `#/name`, as reveal.js reads them. */
function sheetAt(root: ParentNode, link: string): Element | null {
  const [h = '', v = '0'] = link.replace(/^#\/?/, '').split('/')
  if (/^\d+$/.test(h) && /^\d+$/.test(v)) {
    const place = [Number(h) + 1, Number(v) + 1]
    return root.querySelector(`#sheet-${place.join('-')}`) ?? root.querySelector(`#sheet-${place[0]}`)
  }
  const name = CSS.escape(decodeURIComponent(h))
  return root.querySelector(`:is([id="${name}"], [data-l-id="${name}"])`)?.closest('.sheet') ?? null
}

/** Makes links between slides lead to their sheets. */
export function linkSheets(root: ParentNode): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('.sheet a[href^="#"]')) {
    const sheet = sheetAt(root, link.getAttribute('href') ?? '')
    if (!sheet) continue
    link.href = `#${sheet.id}`
    link.target = ''
    link.removeAttribute('target')
  }
}
