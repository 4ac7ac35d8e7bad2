/** Script of a theme's sample deck: shows the theme as its author edits it. The theme editor posts each change. */
import { footerIn, footerMarkup } from '../document/output/slide-footer.ts'
import { revealTransition, transitions } from '../rules/transitions.ts'
import { isAppOrigin } from './app-origins.ts'
import { createPurifier } from './purify.ts'
import { readThemeDraft, type ThemeDraft } from './theme-draft.ts'

const purify = createPurifier(window)
const transitionClasses = transitions.map(({ id }) => revealTransition(id))

/** The theme's styles: the document ends its head with them. */
function themeStyle(): HTMLStyleElement {
  const styles = document.head.querySelectorAll('style')
  const last = styles[styles.length - 1]
  if (last) return last
  return document.head.appendChild(document.createElement('style'))
}

const style = themeStyle()
/** The custom properties that the current draft sets. */
let properties: readonly string[] = []

function setVariables(variables: ThemeDraft['variables']): void {
  const target = document.documentElement.style
  for (const name of properties) if (!(name in variables)) target.removeProperty(name)
  for (const [name, value] of Object.entries(variables)) target.setProperty(name, value)
  properties = Object.keys(variables)
}

/** Replaces the theme's markup, which stands before the slides. */
function setMarkup(root: Element, html: string): void {
  const place = document.querySelector('.theme-html') ?? document.createElement('div')
  place.className = 'theme-html'
  place.replaceChildren(purify(html))
  if (!place.isConnected) root.before(place)
}

function setClasses(root: Element, { classes, transition, backgroundTransition }: ThemeDraft): void {
  const own = [...root.classList].filter((name) => /^theme-(color|font)-/.test(name))
  root.classList.remove(...own, 'center', ...transitionClasses)
  root.classList.add(...classes, revealTransition(transition))
  root.setAttribute('data-background-transition', revealTransition(backgroundTransition))
}

function setFonts(addresses: readonly string[]): void {
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[data-theme-font]')]
  for (const link of links) if (!addresses.includes(link.href)) link.remove()
  for (const address of addresses) {
    if (links.some(({ href }) => href === address)) continue
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.dataset.themeFont = ''
    document.head.insertBefore(link, style)
  }
}

/** Replaces the footers of the slides. */
function setFooters(root: Element, stored: string): void {
  for (const old of root.querySelectorAll('.slide-footer')) old.remove()
  const footer = footerIn({ footer: stored }, null)
  if (!footer) return
  root.querySelectorAll('.slides > section').forEach((column, h) => {
    const stacked = [...column.children].filter((child) => child.localName === 'section')
    for (const [v, slide] of (stacked.length > 0 ? stacked : [column]).entries()) {
      const number = stacked.length > 0 ? `${h + 1}.${v + 1}` : String(h + 1)
      slide.append(purify(footerMarkup(footer, number, new Date())))
    }
  })
}

let html: string | null = null
let footer: string | null = null

function show(draft: ThemeDraft): void {
  const root = document.querySelector('.reveal')
  if (!root) return
  setVariables(draft.variables)
  setClasses(root, draft)
  setFonts(draft.fontStyles)
  if (style.textContent !== draft.css) style.textContent = draft.css
  if (html !== draft.html) setMarkup(root, draft.html)
  html = draft.html
  if (footer !== draft.footer) setFooters(root, draft.footer)
  footer = draft.footer
}

function appOrigin(): string {
  const settings = JSON.parse(document.getElementById('player-settings')?.textContent ?? '{}')
  return settings.origins?.app ?? ''
}

const app = appOrigin()
window.addEventListener('message', (event) => {
  if (event.source !== window.parent || window.parent === window || !isAppOrigin(event.origin, { app })) return
  const draft = readThemeDraft(event.data)
  if (draft) show(draft)
})
