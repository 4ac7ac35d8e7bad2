import { Link2, LockKeyhole, Trash2 } from 'lucide-react'
import type { ApiClient } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { linkViews } from './access-links.ts'
import styles from './share-dialog.module.css'
import { useLinks } from './use-links.ts'

/** Props of KeptLinks. */
export interface KeptLinksProps {
  api: ApiClient
  deckId: number
  /** What the links do as the deck is now. */
  children: string
}

/**
 * Private links that were made earlier, where none are made now: the deck is public, or its owner's plan has none any
 * more. They go on opening the deck, so its owner can always see and remove them. Nothing where there are none.
 */
export function KeptLinks({ api, deckId, children }: KeptLinksProps) {
  const { state, leaving, remove } = useLinks(api, deckId)
  if (state.kind !== 'loaded' || state.links.length === 0) return null
  return (
    <section className={styles.kept} aria-label="Private links of this deck">
      <p className={styles.hint}>{children}</p>
      <ul className={styles.links}>
        {state.links.map((link) => (
          <li key={link.id} className={styles.link} data-leaving={leaving === link.id || undefined}>
            <div className={styles.linkInside}>
              <div className={styles.keptLink}>
                {link.password ? (
                  <LockKeyhole size={18} aria-label="With a password" />
                ) : (
                  <Link2 size={18} aria-hidden />
                )}
                <span className={styles.linkName}>{link.name}</span>
                <span className={styles.linkViews}>{linkViews(link.deck_view_count)}</span>
                <Button
                  variant="quiet"
                  icon={<Trash2 size={16} aria-hidden />}
                  aria-label={`Remove ${link.name}`}
                  onClick={() => void remove(link)}
                >
                  Remove
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
