import { describe, expect, it } from 'vitest'
import { builtInSnippets } from '../rules/theme-snippets.ts'
import { recordedServices } from '../testing/editor-services.ts'
import { attributesOf, isElement, parseFragment } from './html.ts'
import { fillSnippet, isInlineMarkup, showsNothing, snippetFields, takesSelection } from './snippet-template.ts'

const onlyElementsOf = (html: string) => parseFragment(html).childNodes.filter(isElement)

const nothing = { values: {}, selection: '' }

describe('the fields of a snippet', () => {
  it('are one per label, in order of appearance, with the first default', () => {
    const template = '<b>{{Name::Bob}}</b> {{Age}} <a href="{{Link::https://a.example}}">{{Name::Eve}}</a>'
    expect(snippetFields(template)).toEqual([
      { label: 'Name', initial: 'Bob' },
      { label: 'Age', initial: '' },
      { label: 'Link', initial: 'https://a.example' },
    ])
  })

  it('exclude the selected text, and a default may contain colons and braces', () => {
    expect(snippetFields('<i>{{selection}}</i>')).toEqual([])
    expect(takesSelection('<i>{{selection}}</i>')).toBe(true)
    expect(snippetFields('{{Code::if (a::b) { c() }}}')).toEqual([{ label: 'Code', initial: 'if (a::b) { c() }' }])
    expect(takesSelection('{{Selection::x}}')).toBe(false)
  })
})

describe('a filled snippet', () => {
  it('contains the entered values, the defaults of other fields, and the selected text with its formatting', () => {
    const template = '<p>{{Name::Bob}} and {{Other::Eve}}: <i>{{selection}}</i></p>'
    expect(fillSnippet(template, { values: { Name: 'Ann' }, selection: 'so <b>bold</b>' })).toBe(
      '<p>Ann and Eve: <i>so <b>bold</b></i></p>',
    )
    expect(fillSnippet('<i>{{selection}}</i>', nothing)).toBe('<i></i>')
    expect(fillSnippet('{{Age}}|', nothing)).toBe('|')
  })

  it('takes entered values as text, never as markup', () => {
    const values = { x: '<img src=x onerror="a()">' }
    expect(fillSnippet('<p title="{{x}}">{{x}}</p>', { values, selection: '' })).toBe(
      '<p title="&lt;img src=x onerror=&quot;a()&quot;&gt;">&lt;img src=x onerror="a()"&gt;</p>',
    )
  })

  it('keeps entered line breaks, as lines of code or as br elements', () => {
    const values = { x: 'a\nb' }
    expect(fillSnippet('<p>{{x}}</p><pre><code>{{x}}</code></pre>', { values, selection: '' })).toBe(
      '<p>a<br>b</p><pre><code>a\nb</code></pre>',
    )
  })

  it('is safe after sanitizing, for any entered value', () => {
    const { sanitize } = recordedServices()
    const evil = [
      'javascript:alert(1)',
      'red; position: fixed; inset: 0',
      '"><script>alert(1)</script>',
      "' onclick='alert(1)",
      'url(https://evil.example/x.png)',
      '{{selection}}',
      '\uE0000\uE001',
    ]
    const template =
      '<a href="{{x}}" title="{{x}}" style="color: {{x}};" {{x}}="1">{{x}}</a><{{x}}>tag</{{x}}><!-- {{x}} --><script>{{x}}</script>'
    for (const x of evil) {
      const html = sanitize(fillSnippet(template, { values: { x }, selection: '' }))
      const [link, ...others] = onlyElementsOf(html)
      expect(others).toEqual([])
      const attributes = Object.fromEntries(attributesOf(link!))
      expect(attributes.href ?? '').not.toMatch(/^javascript:/)
      expect(attributes.style ?? '').not.toMatch(/;.*;|:.*:|url\(/)
      expect(
        Object.keys(attributes).filter((name) => !['href', 'title', 'style', 'rel', 'target'].includes(name)),
      ).toEqual([])
      expect(html).toContain('tag')
      expect(html).not.toMatch(/<!--|[\uE000\uE001]/)
    }
  })

  it('keeps a valid style value', () => {
    const html = fillSnippet('<p style="color: {{Color::red}};">x</p>', { values: { Color: '#08f' }, selection: '' })
    expect(recordedServices().sanitize(html)).toBe('<p style="color: #08f;">x</p>')
  })
})

describe('the snippets of the built-in themes', () => {
  it.each(builtInSnippets)('$title passes the sanitizer unchanged', ({ template }) => {
    const filled = fillSnippet(template, { values: {}, selection: 'words' })
    const { html, removed } = recordedServices().clean(filled, 'import')
    expect(removed).toEqual([])
    expect(showsNothing(html)).toBe(false)
    for (const { initial } of snippetFields(template)) expect(html).toContain(initial)
  })

  it('contain only inline markup if they are marked as inline', () => {
    const titles = builtInSnippets.filter(({ template }) => isInlineMarkup(template)).map(({ title }) => title)
    expect(titles).toEqual(['Highlighted words', 'Small print'])
    expect(showsNothing('<mark></mark>')).toBe(true)
  })
})
