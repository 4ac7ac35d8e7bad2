import { builtIn } from '../built-in-theme.ts'

/** Warm paper with a soft humanist face and earth colors. */
export const almanac = builtIn(4, 'almanac', 'Almanac', 'Warm paper and earth colors: for teaching and nature.', {
  font: 'asul',
  color: 'beige-brown',
  transition: 'fade',
  heading_font: "'Asul', Georgia, serif",
  body_font: "'Cabin Variable', sans-serif",
  colors: {
    background: '#f3e8d3',
    text: '#3d3126',
    heading: '#2a1f14',
    link: '#8a3a12',
    muted: '#6b5946',
    'accent-1': '#ab4a1c',
    'accent-2': '#5a6e1e',
    'accent-3': '#1d6c6c',
    'accent-4': '#8f6708',
    'accent-5': '#86405f',
    'accent-6': '#3e5f8f',
  },
  html: '<div class="almanac-paper"></div><div class="almanac-frame"></div>',
})
