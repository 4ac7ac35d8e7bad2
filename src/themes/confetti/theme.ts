import { builtIn } from '../built-in-theme.ts'

const dots = Array.from({ length: 10 }, (_, index) => `<i class="confetti-${index + 1}"></i>`).join('')

/** Playful: round letters, cream, and confetti in the corners. */
export const confetti = builtIn(6, 'confetti', 'Confetti', 'Round and playful: for classes and parties.', {
  font: 'quicksand',
  color: 'mint-beige',
  transition: 'zoom',
  heading_font: "'Quicksand Variable', sans-serif",
  body_font: "'Cabin Variable', sans-serif",
  colors: {
    background: '#fff7ee',
    text: '#41305e',
    heading: '#3b1d75',
    link: '#b5156c',
    muted: '#74647f',
    'accent-1': '#d6246e',
    'accent-2': '#7a45ef',
    'accent-3': '#0a8c82',
    'accent-4': '#d65a00',
    'accent-5': '#2d6fe0',
    'accent-6': '#648500',
  },
  html: `<div class="confetti">${dots}</div>`,
})
