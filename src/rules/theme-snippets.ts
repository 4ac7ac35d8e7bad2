import { limits } from './limits.ts'

/**
 * A snippet that a theme offers for its decks. In `template`, `{{label::default}}` prompts for a value on insertion,
 * and `{{selection}}` is replaced by the selected text.
 */
export interface ThemeSnippet {
  readonly title: string
  readonly template: string
}

/** The snippets with distinct titles, so that a list tells them apart: a repeated title gets a number. */
export function numberedTitles<T extends Pick<ThemeSnippet, 'title'>>(snippets: readonly T[]): T[] {
  const given = new Set(snippets.map(({ title }) => title))
  const taken = new Set<string>()
  return snippets.map((snippet) => {
    let { title } = snippet
    for (let number = 2; taken.has(title); number += 1) {
      const next = `${snippet.title.slice(0, limits.theme.name - 5)} ${number}`
      if (!given.has(next)) title = next
    }
    taken.add(title)
    return title === snippet.title ? snippet : { ...snippet, title }
  })
}

const card = 'padding: 24px 28px; border-radius: 12px; text-align: left;'
const wash = 'background-color: color-mix(in srgb, var(--r-accent-color) 14%, transparent);'
const small = 'margin: 0; font-size: 24px;'

function column(title: string, heading: string): string {
  const head = `<h4 style="margin: 0 0 12px;">{{${title} title::${heading}}}</h4>`
  return `<div style="flex: 1; ${card} ${wash}">${head}<p style="${small}">{{${title} text::What belongs here.}}</p></div>`
}

function step(number: number, words: string): string {
  const badge = `width: 56px; height: 56px; margin: 0 auto 12px; border-radius: 50%; line-height: 56px; font-weight: 700;`
  const colors = 'background-color: var(--r-accent-color); color: var(--r-background-color);'
  return `<div style="flex: 1; text-align: center;"><p style="${badge} ${colors}">${number}</p><p style="${small}">{{Step ${number}::${words}}}</p></div>`
}

/** Snippets of the built-in themes, in display order. They use the deck's colors and fonts. */
export const builtInSnippets: readonly ThemeSnippet[] = [
  {
    title: 'Callout',
    template: `<div style="${card} border-left: 8px solid var(--r-accent-color); ${wash}"><p style="margin: 0 0 8px; font-size: 28px; font-weight: 700;">{{Title::Good to know}}</p><p style="${small}">{{Text::What everybody should remember.}}</p></div>`,
  },
  {
    title: 'Two columns',
    template: `<div style="display: flex; gap: 32px;">${column('Left', 'Before')}${column('Right', 'After')}</div>`,
  },
  {
    title: 'Quote',
    template:
      '<blockquote style="width: auto; margin: 0; padding: 8px 0 8px 32px; border-left: 6px solid var(--r-accent-color); background: none; box-shadow: none; font-size: 38px; font-style: italic; text-align: left;">{{Quote::Less, but better.}}</blockquote><p style="margin: 16px 0 0 38px; font-size: 24px; text-align: left; opacity: 0.75;">— {{Who said it::Dieter Rams}}</p>',
  },
  {
    title: 'Code beside text',
    template: `<div style="display: flex; gap: 32px; align-items: center; text-align: left;"><pre style="flex: 1; width: auto; margin: 0; border-radius: 12px; overflow: hidden; box-shadow: none; font-size: 20px;"><code>{{Code::const answer = 6 * 7}}</code></pre><p style="flex: 1; margin: 0; font-size: 26px;">{{Explanation::What this line does, and why.}}</p></div>`,
  },
  {
    title: 'Big number',
    template:
      '<div style="text-align: center;"><p style="margin: 0; color: var(--r-accent-color); font-size: 140px; font-weight: 700; line-height: 1;">{{Number::87%}}</p><p style="margin: 12px 0 0; font-size: 28px;">{{What it counts::of our visitors come back}}</p></div>',
  },
  {
    title: 'Three steps',
    template: `<div style="display: flex; gap: 24px;">${step(1, 'Collect')}${step(2, 'Compare')}${step(3, 'Decide')}</div>`,
  },
  {
    title: 'Button',
    template:
      '<p style="margin: 0; text-align: center;"><a href="{{Address::https://example.com}}" style="display: inline-block; padding: 14px 36px; border-radius: 999px; background-color: var(--r-accent-color); color: var(--r-background-color); font-weight: 700; text-decoration: none;">{{Words::Read more}}</a></p>',
  },
  { title: 'Highlighted words', template: '<mark>{{selection}}</mark>' },
  { title: 'Small print', template: '<small>{{selection}}</small>' },
]
