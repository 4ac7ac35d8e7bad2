import { Blend } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { messages } from '../../rules/messages.ts'
import { themeColor } from '../../rules/theme-colors.ts'
import { themePresets } from '../../rules/theme-presets.ts'
import { appliedSettings, type ThemeContent } from '../../rules/theme-settings.ts'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useStore } from '../../ui/store.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { addOpenTheme, type OpenTheme, openTheme, openThemeOf, openThemes } from '../themes/open-themes.ts'
import panel from './panel.module.css'
import styles from './theme-choice.module.css'
import { SmallSlide } from './theme-options.tsx'

/** A theme to choose. */
export interface OfferedTheme {
  readonly id: number
  readonly name: string
  readonly thumbnail_url: string
}

/** The themes of the user and of the team. Both methods reject if they cannot be loaded. */
export interface ThemeSource {
  list(): Promise<readonly OfferedTheme[]>
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

/** Applies a theme to the deck: one undo step. It is loaded first, so that the slide shows it at once. */
function useApply(source: ThemeSource) {
  const { model, services } = useEditorInstance()
  const [busy, setBusy] = useState<number | null>(null)
  const set = (settings: Partial<DeckSettings>, label: string) =>
    model.apply(setSettings(settings), { undo: 'step', label })
  const apply = async (id: number) => {
    setBusy(id)
    try {
      const theme = await source.load(id)
      addOpenTheme(openThemeOf(theme))
      set({ theme_id: id, ...appliedSettings(theme) }, `Theme ${theme.name}`)
    } catch {
      services.notify(messages.theme.missing, 'error')
    } finally {
      setBusy(null)
    }
  }
  return { busy, apply, set }
}

interface CardProps {
  readonly name: string
  readonly checked: boolean
  readonly busy?: boolean
  readonly children: React.ReactNode
  onChoose(): void
}

function Card({ name, checked, busy, children, onChoose }: CardProps) {
  return (
    <label className={classNames(styles.card, checked && styles.chosen)} title={name}>
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
  if (!current || list.some(({ id }) => id === current.id)) return list
  return [...list, { id: current.id, name: current.name, thumbnail_url: '' }]
}

function hasSettings(settings: DeckSettings, wanted: Partial<DeckSettings>): boolean {
  return Object.entries(wanted).every(([name, value]) => settings[name as keyof DeckSettings] === value)
}

/** The theme of the deck: none of the stored ones ('Custom'), one that comes with the product, or a stored one. */
export function ThemeChoice({ source }: { source: ThemeSource }) {
  const settings = useEditor(({ deck }) => deck.settings)
  const { offered, retry } = useOffered(source)
  const { busy, apply, set } = useApply(source)
  const { theme_id: themeId } = settings
  useStore(openThemes)
  const preset = themeId === null ? themePresets.find((one) => hasSettings(settings, one.settings)) : undefined
  return (
    <>
      <fieldset className={styles.cards} aria-label="Theme">
        <Card
          name="Custom"
          checked={themeId === null && !preset}
          onChoose={() => set({ theme_id: null }, 'Theme Custom')}
        >
          <Blend aria-hidden />
        </Card>
        {themePresets.map(({ id, title, settings: wanted }) => (
          <Card
            key={id}
            name={title}
            checked={id === preset?.id}
            onChoose={() => set({ theme_id: null, ...wanted }, `Theme ${title}`)}
          >
            <SmallSlide color={themeColor(wanted.theme_color)} />
          </Card>
        ))}
        {withCurrent(offered, openTheme(themeId)).map(({ id, name, thumbnail_url: picture }) => (
          <Card key={id} name={name} checked={id === themeId} busy={id === busy} onChoose={() => void apply(id)}>
            {picture === '' ? <Blend aria-hidden /> : <img src={picture} alt="" loading="lazy" decoding="async" />}
          </Card>
        ))}
      </fieldset>
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
