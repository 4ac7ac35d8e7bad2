import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { mediaUse } from '../../../api/media/contract.ts'
import { absoluteDeckUrl } from '../../../rules/deck-url.ts'
import styles from './item-uses.module.css'
import type { MediaLibraryOptions } from './library-options.ts'
import type { MediaItem } from './media-list.ts'
import type { Place } from './places.ts'

/** A deck with an image. */
export type MediaUse = z.output<typeof mediaUse>

/** The decks with an image: those that the user may see, and the number of the others. */
export interface Uses {
  readonly decks: readonly MediaUse[]
  /** Number of all decks that the user may see; the first of them are in `decks`. */
  readonly visible: number
  readonly others: number
  /** Numbers of the themes and slide templates of its owner. */
  readonly themes: number
  readonly templates: number
}

/** The uses of an image as they are loaded. */
export interface LoadedUses {
  /** Null while they are loaded, and if that fails. */
  readonly uses: Uses | null
  /** Loads them again after a failure; null: it has not failed. */
  readonly retry: (() => void) | null
}

/** Loads the uses of an image. */
export function useUses(
  { api }: Pick<MediaLibraryOptions, 'api'>,
  { contracts }: Place,
  item: MediaItem | null,
): LoadedUses {
  const [loaded, setLoaded] = useState<{ readonly of: number; readonly found: Uses | null } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const id = item?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (id === null) return
    const stop = new AbortController()
    api.call(contracts.uses, { params: { id }, signal: stop.signal }).then(
      ({ results, total, ...counts }) => setLoaded({ of: id, found: { decks: results, visible: total, ...counts } }),
      () => stop.signal.aborted || setLoaded({ of: id, found: null }),
    )
    return () => stop.abort()
  }, [api, contracts, id, attempt])
  const current = loaded !== null && loaded.of === id ? loaded : null
  const again = () => {
    setLoaded(null)
    setAttempt((count) => count + 1)
  }
  return { uses: current?.found ?? null, retry: current && current.found === null ? again : null }
}

const decksText = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'deck' : 'decks'}`

/** '1 theme and 2 slide templates'; '' for none. */
export function keptText({ themes, templates }: Uses): string {
  const counted = (count: number, noun: string) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`])
  return [...counted(themes, 'theme'), ...counted(templates, 'slide template')].join(' and ')
}

/** 'Used in 3 decks, 1 theme and 2 slide templates'. */
export function usesText(uses: Uses): string {
  const [count, kept] = [uses.visible + uses.others, keptText(uses)]
  if (count === 0) return kept === '' ? 'Not used in any deck' : `Used in ${kept}, not in any deck`
  const joint = kept === '' ? '' : uses.themes > 0 && uses.templates > 0 ? ', ' : ' and '
  return `Used in ${decksText(count)}${joint}${kept}`
}

interface UseListProps {
  readonly uses: Pick<Uses, 'decks' | 'visible' | 'others'>
  readonly baseUrl: string
}

/** Links to the decks that the user may see, and the number of the others. */
export function UseList({ uses, baseUrl }: UseListProps) {
  const { decks, visible, others } = uses
  const unlisted = others + visible - decks.length
  return (
    <ul className={styles.uses}>
      {decks.map(({ id, slug, title, user }) => (
        <li key={id}>
          <a
            href={absoluteDeckUrl(baseUrl, { id, slug, username: user.username, teamSlug: user.team_slug })}
            target="_blank"
            rel="noopener"
          >
            {title}
          </a>
        </li>
      ))}
      {unlisted > 0 && (
        <li>{decks.length > 0 ? `and ${decksText(unlisted)} more` : `${decksText(unlisted)} of others`}</li>
      )}
    </ul>
  )
}

/** The decks with an image, in its details. */
export function ItemUses(props: { place: Place; options: MediaLibraryOptions; item: MediaItem }) {
  const { place, options, item } = props
  const { uses } = useUses(options, place, item)
  if (!uses) return null
  if (uses.visible + uses.others === 0) return <p className={styles.text}>{usesText(uses)}</p>
  return (
    <details className={styles.details}>
      <summary>{usesText(uses)}</summary>
      <UseList uses={uses} baseUrl={options.site.baseUrl} />
    </details>
  )
}
