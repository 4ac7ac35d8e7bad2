import styles from './own-fonts.module.css'
import { OwnFonts } from './own-fonts.tsx'
import { useOwnFonts } from './use-own-fonts.ts'

const texts = {
  own: 'Your own fonts stand in the lists of fonts in your decks and themes.',
  team: 'Fonts of the team stand in the lists of fonts in its decks and themes.',
} as const

/** The uploaded fonts of the user or team, on a page of settings. */
export function FontsSection({ place }: { readonly place: 'own' | 'team' }) {
  const list = useOwnFonts(place)
  return (
    <div className={styles.section}>
      <p className={styles.lead}>{texts[place]}</p>
      <OwnFonts list={list} />
    </div>
  )
}
