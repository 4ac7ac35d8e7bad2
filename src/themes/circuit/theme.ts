import { builtIn } from '../built-in-theme.ts'

/** Dark and technical: midnight blue with a fine grid and neon accents. */
export const circuit = builtIn(3, 'circuit', 'Circuit', 'Dark and technical: for code and engineering.', {
  font: 'overpass2',
  color: 'asphalt-orange',
  transition: 'slide',
  heading_font: "'Overpass Variable', sans-serif",
  body_font: "'Overpass Variable', sans-serif",
  colors: {
    background: '#0b1120',
    text: '#cdd8ea',
    heading: '#f5f9ff',
    link: '#7cc8ff',
    muted: '#8b9ab6',
    'accent-1': '#2dd4bf',
    'accent-2': '#5ea1ff',
    'accent-3': '#c58bff',
    'accent-4': '#ffb454',
    'accent-5': '#ff7d95',
    'accent-6': '#a8e05f',
  },
  html: '<div class="circuit-grid"></div>',
})
