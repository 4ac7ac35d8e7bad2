import { builtIn } from '../built-in-theme.ts'

/** Quiet and corporate: white, navy, one sans, hairlines. */
export const boardroom = builtIn(1, 'boardroom', 'Boardroom', 'Quiet and clear: for reports and decisions.', {
  font: 'opensans',
  color: 'silver-blue',
  transition: 'fade',
  heading_font: "'Open Sans Variable', sans-serif",
  body_font: "'Open Sans Variable', sans-serif",
  colors: {
    background: '#ffffff',
    text: '#2b3440',
    heading: '#10233f',
    link: '#0b5cad',
    muted: '#5c6877',
    'accent-1': '#123f73',
    'accent-2': '#2387c7',
    'accent-3': '#0f8271',
    'accent-4': '#b36f00',
    'accent-5': '#b3403e',
    'accent-6': '#7360b8',
  },
  html: '<div class="boardroom-band"></div>',
})
