import { SearchIcon, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '../../../rules/limits.ts'
import { validateSearchTerm } from '../../../rules/validators.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { throttle } from '../../../ui/throttle.ts'
import styles from './search-field.module.css'
import { searchPace } from './search-pace.ts'

/** Shared by all search boxes of the page: the server's rate limit counts them together. */
const pace = searchPace()

/** Props of SearchField. */
export interface SearchFieldProps {
  /** The shown term. */
  term: string
  label: string
  placeholder: string
  /** The page's path; the term is its query parameter `search`. */
  action: string
  /** The address of a search: the action with the term and whatever else the page keeps in its query. */
  path: (term: string) => string
  /** Other query parameters, for a form that is sent before any script runs. */
  kept?: Readonly<Record<string, string>>
  /** Called with true when the typed term differs from the shown one, and with false when its results are there. */
  onWaiting: (waiting: boolean) => void
}

/** Throttled search. The addresses are in a ref: as a dependency, a new one would reset the throttle. */
function useSearch({ term, path, onWaiting }: SearchFieldProps): (typed: string) => void {
  const navigate = useNavigate()
  const pathRef = useRef(path)
  const last = useRef('')
  useEffect(() => {
    pathRef.current = path
  }, [path])
  const throttledSearch = useMemo(
    () =>
      throttle(
        async (typed: string) => {
          pace.searched(performance.now())
          await navigate(pathRef.current(typed.trim()), { replace: true, preventScrollReset: true })
          if (last.current === typed) onWaiting(false)
        },
        () => pace.interval(performance.now()),
      ),
    [navigate, onWaiting],
  )
  useEffect(() => () => throttledSearch.cancel(), [throttledSearch])
  return (typed) => {
    last.current = typed
    onWaiting(typed.trim() !== term)
    throttledSearch(typed)
  }
}

/** The field's text: searched after each change; `submit` also checks it. */
function useSearchForm(props: SearchFieldProps) {
  const { term } = props
  const search = useSearch(props)
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [filled, setFilled] = useState(term !== '')
  useEffect(() => {
    const field = input.current
    // Back navigation changes the term. A focused field is not overwritten, since the user is typing.
    if (field && document.activeElement !== field) field.value = term
    setFilled((field?.value ?? '') !== '')
  }, [term])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for a term typed before hydration
  useEffect(() => {
    const typed = input.current?.value ?? ''
    if (typed.trim() !== term) change(typed)
  }, [])
  const change = (value: string) => {
    setFilled(value !== '')
    setError(null)
    search(value)
  }
  const submit = () => {
    const value = input.current?.value ?? ''
    const problem = validateSearchTerm(value)
    setError(problem)
    if (problem === null) change(value)
  }
  const clear = () => {
    if (input.current) input.current.value = ''
    change('')
    input.current?.focus()
  }
  return { input, error, filled, change, submit, clear }
}

/**
 * Searches while the user types, at most every 300 ms (less often after a minute), and writes the term to the URL. A
 * real form, so it works before any script runs.
 */
export function SearchField(props: SearchFieldProps) {
  const { term, label, placeholder, action, kept = {} } = props
  const { input, error, filled, change, submit, clear } = useSearchForm(props)
  return (
    <search className={styles.search}>
      <form
        action={action}
        method="get"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <label htmlFor="search" className="spoken-only">
          {label}
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
            placeholder={placeholder}
            maxLength={limits.search.term}
            autoComplete="off"
            aria-describedby="search-error"
            aria-invalid={error ? true : undefined}
            onChange={(event) => change(event.target.value)}
          />
          {filled && <IconButton label="Clear" icon={<X />} tooltip={false} onClick={clear} />}
        </div>
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p id="search-error" className={styles.error} role="alert">
          {error}
        </p>
      </form>
    </search>
  )
}
