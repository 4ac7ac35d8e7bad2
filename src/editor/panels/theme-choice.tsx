import { Blend } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { messages } from '../../rules/messages.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import type { ThemeContent } from '../../rules/theme-settings.ts'
import { isBuiltInId } from '../../themes/built-in-theme.ts'
import { builtInThemes } from '../../themes/index.ts'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useStore } from '../../ui/store.ts'
import type { Command } from '../commands/command.ts'
import { type ResizeContent, resizeSlides } from '../commands/resize-slides.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { applyTheme } from '../themes/apply-theme.ts'
import { addOpenTheme, type OpenTheme, openTheme, openThemeOf, openThemes } from '../themes/open-themes.ts'
import panel from './panel.module.css'
import styles from './theme-choice.module.css'
import { ThemeSizeQuestion } from './theme-size-question.tsx'

/** A theme to choose. */
export interface OfferedTheme {
  readonly id: number
  readonly name: string
  readonly thumbnail_url: string
}

/** The themes to choose from. The methods that load reject if that fails. */
export interface ThemeSource {
  /** The themes of the user and of the team. */
  list(): Promise<readonly OfferedTheme[]>
  /** The URL of a theme's picture. */
  pictureOf(id: number): string
  load(id: number): Promise<ThemeContent & { readonly id: number; readonly version: number }>
  /** The page where the user writes themes; null: the user writes none. */
  readonly editorUrl: string | null
}

type Loaded = readonly OfferedTheme[] | 'loading' | 'failed'

function useOffered(source: ThemeSource): { offered: Loaded; retry(): void } {
  const [offered, setOffered] = useState<Loaded>('loading')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    void tries
    let current = true
    source.list().then(
      (list) => current && setOffered(list),
      () => current && setOffered('failed'),
    )
    return () => {
      current = false
    }
  }, [source, tries])
  const retry = () => {
    setOffered('loading')
    setTries((count) => count + 1)
  }
  return { offered, retry }
}

type LoadedTheme = Awaited<ReturnType<ThemeSource['load']>>

/**
 * Applies a theme to the deck: one undo step. It is loaded first, so that the slide shows it at once. A theme with slides
 * of another size is `sized`, and applied with an answer.
 */
function useApply(source: ThemeSource) {
  const { model, services } = useEditorInstance()
  const [busy, setBusy] = useState<number | null>(null)
  const [sized, setSized] = useState<LoadedTheme | null>(null)
  const set = (settings: Partial<DeckSettings>, label: string) =>
    model.apply(setSettings(settings), { undo: 'step', label })
  const take = (theme: LoadedTheme, resize: Command) => {
    addOpenTheme(openThemeOf(theme))
    model.apply((deck) => applyTheme(theme)(resize(deck)), { undo: 'step', label: `Theme ${theme.name}` })
  }
  const answer = (content: ResizeContent | null) => {
    if (sized?.slide_size && content) take(sized, resizeSlides(slideSizeOf(sized.slide_size), content))
    setSized(null)
  }
  const apply = async (id: number) => {
    setBusy(id)
    try {
      const theme = await source.load(id)
      const differs = theme.slide_size !== null && theme.slide_size !== model.getState().deck.settings.slide_size
      setSized(differs ? theme : null)
      if (!differs) take(theme, (deck) => deck)
    } catch {
      services.notify(messages.theme.missing, 'error')
    } finally {
      setBusy(null)
    }
  }
  return { busy, apply, set, sized, answer }
}

interface CardProps {
  readonly name: string
  readonly checked: boolean
  /** The name if missing. */
  readonly tooltip?: string
  readonly busy?: boolean
  readonly children: React.ReactNode
  onChoose(): void
}

function Card({ name, tooltip = name, checked, busy, children, onChoose }: CardProps) {
  return (
    <label className={classNames(styles.card, checked && styles.chosen)} title={tooltip}>
      <input type="radio" name="deck-theme" aria-label={name} checked={checked} onChange={onChoose} />
      <span className={styles.picture}>
        {children}
        {busy && <Spinner small label={`Loading ${name}`} />}
      </span>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
    </label>
  )
}

/** The offered themes, and the deck's own if it is not among them: one of another user. */
function withCurrent(offered: Loaded, current: OpenTheme | null): readonly OfferedTheme[] {
  const list = typeof offered === 'string' ? [] : offered
  if (!current || isBuiltInId(current.id) || list.some(({ id }) => id === current.id)) return list
  return [...list, { id: current.id, name: current.name, thumbnail_url: '' }]
}

/** The theme of the deck: none of the stored ones ('Custom'), one that comes with the product, or a stored one. */
export function ThemeChoice({ source }: { source: ThemeSource }) {
  const settings = useEditor(({ deck }) => deck.settings)
  const { offered, retry } = useOffered(source)
  const { busy, apply, set, sized, answer } = useApply(source)
  const { theme_id: themeId } = settings
  useStore(openThemes)
  return (
    <>
      <fieldset className={styles.cards} aria-label="Theme">
        <Card name="Custom" checked={themeId === null} onChoose={() => set({ theme_id: null }, 'Theme Custom')}>
          <Blend aria-hidden />
        </Card>
        {builtInThemes.map(({ id, description, content: { name } }) => (
          <Card
            key={id}
            name={name}
            tooltip={description}
            checked={id === themeId}
            busy={id === busy}
            onChoose={() => void apply(id)}
          >
            <img src={source.pictureOf(id)} alt="" loading="lazy" decoding="async" />
          </Card>
        ))}
        {withCurrent(offered, openTheme(themeId)).map(({ id, name, thumbnail_url: picture }) => (
          <Card key={id} name={name} checked={id === themeId} busy={id === busy} onChoose={() => void apply(id)}>
            {picture === '' ? <Blend aria-hidden /> : <img src={picture} alt="" loading="lazy" decoding="async" />}
          </Card>
        ))}
      </fieldset>
      {sized?.slide_size && (
        <ThemeSizeQuestion
          key={sized.id}
          name={sized.name}
          from={slideSizeOf(settings.slide_size)}
          to={slideSizeOf(sized.slide_size)}
          onAnswer={answer}
        />
      )}
      {offered === 'failed' && (
        <p className={panel.note}>
          {messages.theme.loadFailed}.{' '}
          <button type="button" className={styles.link} onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {source.editorUrl && (
        <a className={styles.link} href={source.editorUrl} target="_blank" rel="noopener">
          Write themes
        </a>
      )}
    </>
  )
}
