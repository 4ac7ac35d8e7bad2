import { Link2, LockKeyhole, Trash2 } from 'lucide-react'
import type { ApiClient } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { linkViews } from './access-links.ts'
import styles from './share-dialog.module.css'
import { useLinks } from './use-links.ts'

/** Props of ExistingLinks. */
export interface ExistingLinksProps {
  api: ApiClient
  deckId: number
  /** What these links do in the deck's current state. */
  children: string
}

/**
 * Existing private links of a deck for which none can be created: it is public, or its owner's plan does not include them
 * any more. They still open the deck, so its owner can see and remove them. Renders nothing if there are none.
 */
export function ExistingLinks({ api, deckId, children }: ExistingLinksProps) {
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
