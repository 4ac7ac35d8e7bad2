import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { newDeckSettings } from '../../rules/deck-columns.ts'
import { PanelGroup } from './panel-group.tsx'
import { ThemeOptions, type ThemeOptionsProps } from './theme-options.tsx'

const set = () => {}
const props: ThemeOptionsProps = { container: PanelGroup, model: { values: newDeckSettings, set }, proColors: true }

function optionsOf(markup: string, label: string): string[] {
  const select = markup.split('<select').find((part, n) => n > 0 && markup.split(`>${label}<`)[1]?.includes(part))
  return [...(select ?? '').split('</select>')[0]!.matchAll(/<option value="([^"]*)"/g)].map(([, id]) => id!)
}

describe('theme options', () => {
  test.each(['container', 'model'])('without a %s they raise an error', (missing) => {
    const drawn = () => renderToStaticMarkup(<ThemeOptions {...props} {...{ [missing]: undefined }} />)
    expect(drawn).toThrow('Configuration error. Missing deck/theme model.')
  })

  test('deprecated fonts and transitions are offered only if they are chosen already', () => {
    const drawn = (values: Partial<ThemeOptionsProps['model']['values']>) =>
      renderToStaticMarkup(<ThemeOptions {...props} model={{ values: { ...newDeckSettings, ...values }, set }} />)
    expect(drawn({})).not.toContain('Overpass (v1)')
    expect(drawn({ theme_font: 'overpass' })).toContain('Overpass (v1)')
    expect(optionsOf(drawn({}), 'Transition')).toEqual(['slide', 'fade', 'none', 'default', 'concave', 'zoom'])
    expect(optionsOf(drawn({ transition: 'cube' }), 'Transition')).toContain('cube')
  })
})
