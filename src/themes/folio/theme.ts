import { builtIn } from '../built-in-theme.ts'

/** An editorial serif on warm white, with vermilion and hairlines. */
export const folio = builtIn(2, 'folio', 'Folio', 'An editorial serif: for essays and stories.', {
  font: 'merriweather',
  color: 'beige-brown',
  transition: 'fade',
  heading_font: "'Merriweather Variable', Georgia, serif",
  body_font: "'Lato', sans-serif",
  colors: {
    background: '#fbf8f2',
    text: '#2c2722',
    heading: '#15110d',
    link: '#a01f16',
    muted: '#6d655b',
    'accent-1': '#b8281c',
    'accent-2': '#1f4e79',
    'accent-3': '#8f6a12',
    'accent-4': '#3f6f4f',
    'accent-5': '#6d4a86',
    'accent-6': '#4f7f91',
  },
  html: '<div class="folio-rule folio-top"></div><div class="folio-rule folio-bottom"></div>',
})
