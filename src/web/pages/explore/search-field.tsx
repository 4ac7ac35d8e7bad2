import { SearchIcon, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '../../../rules/limits.ts'
import type { SearchSort } from '../../../rules/search-sorts.ts'
import { validateSearchTerm } from '../../../rules/validators.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { throttle } from '../../../ui/throttle.ts'
import { explorePath } from './load-explore.ts'
import styles from './search-field.module.css'
import { searchPace } from './search-pace.ts'

/** One for the page's whole life: the server counts, whatever box the searches come from. */
const pace = searchPace()

/** Props of SearchField. */
export interface SearchFieldProps {
  term: string
  sort: SearchSort
  /** Told at once when another term is typed than the one that is shown, and again when its results are there. */
  onWaiting: (waiting: boolean) => void
}

/** Searches at the pace of the box. A change of the order must not let the next search go at once. */
function useSearch({ term, sort, onWaiting }: SearchFieldProps): (typed: string) => void {
  const navigate = useNavigate()
  const order = useRef(sort)
  const last = useRef('')
  useEffect(() => {
    order.current = sort
  }, [sort])
  const go = useMemo(
    () =>
      throttle(
        async (typed: string) => {
          pace.searched(performance.now())
          const path = explorePath({ term: typed.trim(), page: 1, sort: order.current })
          await navigate(path, { replace: true, preventScrollReset: true })
          if (last.current === typed) onWaiting(false)
        },
        () => pace.interval(performance.now()),
      ),
    [navigate, onWaiting],
  )
  useEffect(() => () => go.cancel(), [go])
  return (typed) => {
    last.current = typed
    onWaiting(typed.trim() !== term)
    go(typed)
  }
}

/**
 * The search box: searches while one types, at most every 300 ms (less often after a minute of it), and writes the term into the address. It is a real
 * form as well, so it works before any script runs.
 */
export function SearchField(props: SearchFieldProps) {
  const { term, sort } = props
  const search = useSearch(props)
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [filled, setFilled] = useState(term !== '')
  useEffect(() => {
    const field = input.current
    // A page gone back to has another term; what is being typed is not overwritten by its own, slower echo.
    if (field && document.activeElement !== field) field.value = term
    setFilled((field?.value ?? '') !== '')
  }, [term])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before this script ran
  useEffect(() => {
    const typed = input.current?.value ?? ''
    if (typed.trim() !== term) change(typed)
  }, [])
  const change = (value: string) => {
    setFilled(value !== '')
    setError(null)
    search(value)
  }
  return (
    <search className={styles.search}>
      <form
        action="/explore"
        method="get"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const value = input.current?.value ?? ''
          const wrong = validateSearchTerm(value)
          setError(wrong)
          if (wrong === null) change(value)
        }}
      >
        <label htmlFor="search" className="spoken-only">
          Search decks
        </label>
        <div className={styles.box}>
          <SearchIcon aria-hidden="true" />
          <input
            ref={input}
            id="search"
            name="search"
            type="search"
            enterKeyHint="search"
            defaultValue={term}
            placeholder="Decks, authors, words on slides"
            maxLength={limits.search.term}
            autoComplete="off"
            aria-describedby="search-error"
            aria-invalid={error ? true : undefined}
            onChange={(event) => change(event.target.value)}
          />
          {filled && (
            <IconButton
              label="Clear"
              icon={<X />}
              tooltip={false}
              onClick={() => {
                if (input.current) input.current.value = ''
                change('')
                input.current?.focus()
              }}
            />
          )}
        </div>
        {sort !== 'relevance' && <input type="hidden" name="sort" value={sort} />}
        <p id="search-error" className={styles.error} role="alert">
          {error}
        </p>
      </form>
    </search>
  )
}
