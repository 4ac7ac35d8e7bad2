import { expect, type Page } from '@playwright/test'

/** Interactive elements. */
const controls = 'button, a[href], input, select, textarea, summary, [role="menuitem"], [role="tab"], [role="option"]'

/**
 * Controls in a part of the page (a selector) that a pointer cannot reach: each is scrolled into view, then its center
 * must be in the window and uncovered. What only a script can scroll counts as clipped. Reports horizontal scrolling
 * too, except in `sideways`, a selector.
 */
function outOfReach(page: Page, part: string, sideways = '[data-none]'): Promise<string[]> {
  return page.evaluate(
    ([within, wanted, made]) => {
      const name = (element: Element) =>
        `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}' ${element.className}`.slice(
          0,
          120,
        )
      const found: string[] = []
      const isCut = (control: Element) => {
        for (let place = control.parentElement; place; place = place.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(place)
          const cutX = overflowX === 'hidden' && place.scrollLeft !== 0
          if (cutX || (overflowY === 'hidden' && place.scrollTop !== 0)) return true
        }
        return false
      }
      for (const root of document.querySelectorAll(within)) {
        for (const element of [root, ...root.querySelectorAll('*')]) {
          const { overflowX } = getComputedStyle(element)
          const scrolls = overflowX === 'auto' || overflowX === 'scroll'
          if (scrolls && element.scrollWidth > element.clientWidth + 1 && !element.closest(made))
            found.push(`${name(element)} is ${element.scrollWidth - element.clientWidth} px wider than its place`)
        }
        for (const control of root.querySelectorAll<HTMLElement>(wanted)) {
          if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: false })) continue
          const before = control.getBoundingClientRect()
          if (before.width < 3 || before.height < 3 || control.closest('[inert]')) continue
          control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          if (isCut(control)) found.push(`${name(control)} is cut`)
          const box = control.getBoundingClientRect()
          const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2
          const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2
          const within = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1
          const tall = box.height > innerHeight || box.bottom <= innerHeight + 1
          const hit = document.elementFromPoint(x, y)
          const own =
            hit !== null && (control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control))
          if (!within || !tall) found.push(`${name(control)} leaves the window: ${JSON.stringify(box)}`)
          else if (!own) found.push(`${name(control)} lies under ${hit ? name(hit) : 'nothing'}`)
        }
      }
      return found
    },
    [part, controls, sideways] as const,
  )
}

/** Expects every control in a part of the page to be reachable. */
export async function expectInReach(page: Page, part: string, sideways?: string): Promise<void> {
  await expect.poll(() => outOfReach(page, part, sideways), { message: `out of reach in ${part}` }).toEqual([])
}
