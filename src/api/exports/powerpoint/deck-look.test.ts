import { expect, test } from 'vitest'
import { newDeckSettings } from '../../../rules/deck-columns.ts'
import { deckLook } from './deck-look.ts'

test('the look of a file is that of its slides: style sheets over the theme over the settings', () => {
  const theme = { variables: { '--r-main-color': '#aabbcc', '--r-link-color': 'rgb(1 2 3)' } }
  const shown = {
    '--r-background-color': '#191',
    '--r-heading-color': 'red',
    '--r-main-font': '"Source Sans Pro", Arial',
  }
  const settings = { ...newDeckSettings, theme_color: 'white-blue' }
  const usual = deckLook('Bees', settings, null)
  expect(deckLook('Bees', settings, theme as never, shown)).toEqual({
    ...usual,
    ...{ background: '#119911', text: '#aabbcc', bodyFont: 'Source Sans Pro' },
  })
})
