/** Makes links to other views of the deck open at the current slide. */
export function keepSlide(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-keep-slide]') : null
    if (link) link.hash = window.location.hash
  })
}
