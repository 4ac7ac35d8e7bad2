import { timings } from '../../rules/timings.ts'

function panelIn(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? (target.closest(selector)?.querySelector<HTMLElement>('[popover]') ?? null) : null
}

function close(panel: HTMLElement | null): void {
  if (panel?.matches(':popover-open')) panel.hidePopover()
}

/**
 * What the browser does not do for the link menus of a header: they open on hover if they say so, close after a link was
 * followed, and stand below the header where a message is above it. Returns a function that stops watching.
 */
export function watchLinkMenus(header: HTMLElement): () => void {
  const events = new AbortController()
  const { signal } = events
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = ({ target, pointerType }: PointerEvent) => {
    const panel = panelIn(target, '[data-hover-menu]')
    if (!panel || pointerType !== 'mouse') return
    clearTimeout(timer)
    if (!panel.matches(':popover-open')) panel.showPopover()
  }
  const out = ({ target, relatedTarget, pointerType }: PointerEvent) => {
    const panel = panelIn(target, '[data-hover-menu]')
    if (!panel || pointerType !== 'mouse' || panelIn(relatedTarget, '[data-hover-menu]') === panel) return
    timer = setTimeout(() => close(panel), timings.menuHide)
  }
  const follow = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a')) close(target.closest<HTMLElement>('[popover]'))
  }
  const place = () => header.style.setProperty('--header-bottom', `${header.getBoundingClientRect().bottom}px`)
  header.addEventListener('pointerover', over, { signal })
  header.addEventListener('pointerout', out, { signal })
  header.addEventListener('click', follow, { signal })
  header.addEventListener('beforetoggle', place, { signal, capture: true })
  return () => {
    clearTimeout(timer)
    events.abort()
  }
}
