import { Copy, Download, Eye, Palette, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { pathOf } from '../../../api/client.ts'
import { themeZipsContracts } from '../../../api/theme-zips/contract.ts'
import { themesContracts } from '../../../api/themes/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { confirmDialog, promptDialog } from '../../../ui/dialogs/dialog-store.ts'
import type { MenuGroup } from '../../../ui/menu.tsx'
import { EmptyNotice } from '../../../ui/notice.tsx'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useRemovalFocus } from '../../../ui/use-removal-focus.ts'
import { useRefresh } from '../../data/refresh.ts'
import { useApi } from '../../data/session-context.tsx'
import { BuiltInList } from './built-in-list.tsx'
import { DefaultThemes } from './default-themes.tsx'
import type { loadThemes, ThemeSummary } from './load-themes.ts'
import { ThemeCard } from './theme-card.tsx'
import { themeFailure } from './theme-failure.ts'
import { useThemeUpload } from './theme-upload.tsx'
import styles from './themes-page.module.css'

/** Creates a theme, empty or as a copy of a built-in one, and opens its editor. */
function useCreate() {
  const api = useApi()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const open = async (made: () => Promise<{ readonly id: number }>) => {
    setBusy(true)
    try {
      const { id } = await made()
      await navigate(`/themes/${id}`)
    } catch (error) {
      showError(themeFailure(error, messages.theme.createFailed))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    create: () => open(() => api.call(themesContracts.create, { body: { theme: {} } })),
    copy: (id: number) => open(() => api.call(themesContracts.duplicate, { params: { id } })),
  }
}

/** What a user can do with a theme in the list. */
function useActions() {
  const api = useApi()
  const refresh = useRefresh()
  const act = async (work: () => Promise<unknown>, failed: string, done?: string): Promise<boolean> => {
    try {
      await work()
    } catch (error) {
      showError(themeFailure(error, failed))
      return false
    }
    if (done) showSuccess(done)
    await refresh()
    return true
  }
  return {
    rename: (theme: ThemeSummary) =>
      promptDialog({
        ...{ title: 'Rename theme', label: 'Name', value: theme.name, action: 'Rename', maxLength: limits.theme.name },
        send: async (name) => {
          const body = { theme: { name, version: theme.version } }
          const work = () => api.call(themesContracts.change, { params: { id: theme.id }, body })
          return (await act(work, messages.theme.saveFailed)) ? null : messages.theme.saveFailed
        },
      }),
    duplicate: (theme: ThemeSummary) =>
      act(() => api.call(themesContracts.duplicate, { params: { id: theme.id } }), messages.theme.createFailed),
    remove: async (theme: ThemeSummary) => {
      const sure = await confirmDialog({
        title: `Delete “${theme.name}”?`,
        text: 'Decks with this theme keep their colors, fonts and other settings, and lose its styles.',
        ...{ action: 'Delete', dangerous: true },
      })
      if (!sure) return
      const work = () => api.call(themesContracts.remove, { params: { id: theme.id } })
      await act(work, messages.theme.removeFailed, `“${theme.name}” is deleted`)
    },
  }
}

/** The menu of a theme. `removing` is called before the theme is deleted. */
function useMenu(removing: (index: number) => void): (theme: ThemeSummary, index: number) => readonly MenuGroup[] {
  const { rename, duplicate, remove } = useActions()
  return (theme, index) => {
    const removeIt = () => {
      removing(index)
      void remove(theme)
    }
    const preview = { label: 'Preview', icon: <Eye />, to: `/themes/${theme.id}/preview` }
    const copy = { label: 'Duplicate', icon: <Copy />, onSelect: () => void duplicate(theme) }
    const file = pathOf(themeZipsContracts.download, { params: { id: theme.id } })
    const download = { label: 'Download', icon: <Download />, to: file, reload: true }
    if (!theme.may_change) return [{ entries: [preview, copy, download] }]
    const name = { label: 'Rename', icon: <Pencil />, onSelect: () => void rename(theme) }
    const end = { label: 'Delete', icon: <Trash2 />, dangerous: true, onSelect: removeIt }
    return [{ entries: [preview, name, copy, download] }, { entries: [end] }]
  }
}

interface OwnListProps {
  readonly themes: readonly ThemeSummary[]
  /** Shown without themes. */
  readonly empty: ReactNode
  marksOf(theme: Pick<ThemeSummary, 'id'>): readonly string[]
  /** The control that gets the focus when the last theme is deleted. */
  addButton(): HTMLElement | null | undefined
}

/** The themes of the user and of the team, newest first. */
function OwnList({ themes, empty, marksOf, addButton }: OwnListProps) {
  const { list, removing } = useRemovalFocus<HTMLUListElement>('a', addButton)
  const menuOf = useMenu(removing)
  if (themes.length === 0) return empty
  return (
    <ul ref={list} className={styles.grid} aria-label="Themes">
      {themes.map((theme, index) => (
        <li key={theme.id}>
          <ThemeCard theme={theme} marks={marksOf(theme)} menu={menuOf(theme, index)} />
        </li>
      ))}
    </ul>
  )
}

/** The themes of the user and of the team that the user manages, and the built-in ones. */
export function ThemesPage() {
  const { themes, ownDefault, team } = useLoaderData<typeof loadThemes>()
  const { busy, create, copy } = useCreate()
  const addButton = useRef<HTMLButtonElement>(null)
  const upload = useThemeUpload()
  const add = (
    <span className={styles.actions}>
      {upload.button}
      <Button ref={addButton} variant="primary" icon={<Plus />} busy={busy} onClick={() => void create()}>
        New theme
      </Button>
    </span>
  )
  const marksOf = ({ id }: Pick<ThemeSummary, 'id'>) => [
    ...(id === team?.defaultTheme ? [`Default of ${team.name}`] : []),
    ...(id === ownDefault ? ['Your default'] : []),
  ]
  return (
    <div className={styles.page} {...upload.drop}>
      {upload.dialog}
      <header className={styles.head}>
        <div>
          <h1>Themes</h1>
          <p className={styles.lead}>
            Colors, fonts and styles for decks. What an author did not set by hand follows the theme of the deck.
          </p>
        </div>
        {themes.length > 0 && add}
      </header>
      <OwnList
        {...{ themes, marksOf }}
        addButton={() => addButton.current}
        empty={
          <EmptyNotice picture={<Palette />} title="No themes yet" action={add}>
            Give your decks the colors, fonts and styles of your brand.
          </EmptyNotice>
        }
      />
      <BuiltInList marksOf={marksOf} copy={(id) => void copy(id)} />
      <DefaultThemes themes={themes} ownDefault={ownDefault} team={team} />
    </div>
  )
}
