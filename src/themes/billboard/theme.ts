import { builtIn } from '../built-in-theme.ts'

/** A loud poster: tall condensed capitals, black on yellow. */
export const billboard = builtIn(5, 'billboard', 'Billboard', 'Loud as a poster: for keynotes and launches.', {
  font: 'league',
  color: 'yellow-black',
  transition: 'none',
  heading_font: "'League Gothic', Impact, sans-serif",
  body_font: "'Lato', sans-serif",
  colors: {
    background: '#ffd60a',
    text: '#17150c',
    heading: '#000000',
    link: '#8c0f1c',
    muted: '#5c4e00',
    'accent-1': '#141414',
    'accent-2': '#cf1124',
    'accent-3': '#0b4fc0',
    'accent-4': '#0d7a3c',
    'accent-5': '#8a1ba3',
    'accent-6': '#9a4d00',
  },
  html: '<div class="billboard-corner"></div>',
})
