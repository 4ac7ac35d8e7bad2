/** The comment that the page's URL leads to (`?comment=12`); null: none. */
export function linkedComment(): number | null {
  const id = new URLSearchParams(window.location.search).get('comment') ?? ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}
