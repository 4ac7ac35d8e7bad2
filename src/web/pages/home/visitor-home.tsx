import { FileCode2, History, MonitorPlay, Server } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { offersSignUp } from '../../../api/pages/site.ts'
import { product } from '../../../rules/product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useSite } from '../../data/session-context.tsx'
import { DeckCard } from '../../features/deck-card/deck-card.tsx'
import { DeckGrid } from '../../features/deck-card/deck-grid.tsx'
import { Stage } from '../../features/stage/stage.tsx'
import type { loadOwnHome } from './load-home.ts'
import { SectionHead } from './section-head.tsx'
import styles from './visitor-home.module.css'

/** Number of decks shown. */
const shownPicks = 4

function Hero({ mayJoin }: { mayJoin: boolean }) {
  return (
    <section className={styles.hero}>
      <div>
        <h1 className={styles.title}>Slides with the freedom of the web</h1>
        <p className={styles.lead}>
          {product.name} is a home for presentations made of HTML. Write them in the browser, show them anywhere, and
          keep them on a server of your own.
        </p>
        <div className={styles.actions}>
          {mayJoin && (
            <ButtonLink to="/users/sign_up" variant="primary" size="l">
              Make your first deck
            </ButtonLink>
          )}
          <ButtonLink to="/explore" variant={mayJoin ? 'quiet' : 'primary'} size="l">
            Explore decks
          </ButtonLink>
        </div>
      </div>
      <Stage className={styles.stage} />
    </section>
  )
}

function Picks() {
  const { picks } = useLoaderData<typeof loadOwnHome>()
  if (picks.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="picks">
      <SectionHead id="picks" title={`Made with ${product.name}`} to="/explore">
        Explore decks
      </SectionHead>
      <DeckGrid label="Decks to look at">
        {picks.slice(0, shownPicks).map((deck) => (
          <DeckCard key={deck.id} deck={deck} />
        ))}
      </DeckGrid>
    </section>
  )
}

const reasons: readonly { icon: ReactNode; title: string; text: string }[] = [
  {
    icon: <MonitorPlay />,
    title: 'A link is all it takes',
    text: 'Every slide has an address. Whoever has it sees the deck, in any browser, on any screen.',
  },
  {
    icon: <FileCode2 />,
    title: 'It stays HTML',
    text: 'What you draw in the editor is stored as plain reveal.js markup that you can read, change and take along.',
  },
  {
    icon: <History />,
    title: 'Nothing gets lost',
    text: 'Each change is kept in your browser first and saved a moment later. Up to a hundred earlier versions wait for you.',
  },
  {
    icon: <Server />,
    title: 'Yours, if you like',
    text: 'Free software under the MIT license. Two commands, no other service needed, and the decks are on your own disk.',
  },
]

function Reasons() {
  return (
    <section className={styles.section} aria-label={`Why ${product.name}`}>
      <ul className={styles.reasons}>
        {reasons.map(({ icon, title, text }) => (
          <li key={title}>
            <span className={styles.icon}>{icon}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const sample = `<section>
  <h1>Say it once.</h1>
  <p class="fragment">Then show it.</p>
</section>`

function Markup() {
  return (
    <section className={`${styles.section} ${styles.markup}`} aria-labelledby="markup">
      <div>
        <h2 id="markup">No black box</h2>
        <p>
          One <code>section</code> for each slide. The editor writes what you would write by hand, and leaves alone what
          it does not know. Bring a deck you already have, or take yours elsewhere tomorrow.
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls sideways, which must work by keyboard */}
      <pre tabIndex={0}>
        <code>{sample}</code>
      </pre>
    </section>
  )
}

/** The home page of visitors. */
export function VisitorHome() {
  const mayJoin = offersSignUp(useSite())
  return (
    <div className={styles.page}>
      <Hero mayJoin={mayJoin} />
      <Picks />
      <Reasons />
      <Markup />
      <section className={styles.last}>
        <h2>The floor is yours</h2>
        {mayJoin ? (
          <ButtonLink to="/users/sign_up" variant="lamp" size="l">
            Sign up
          </ButtonLink>
        ) : (
          <ButtonLink to="/users/sign_in" variant="lamp" size="l">
            Sign in
          </ButtonLink>
        )}
      </section>
    </div>
  )
}
