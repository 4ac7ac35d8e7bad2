import { ArrowLeft, ChevronDown, Eye, History, Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useBlocker, useLoaderData, useNavigate } from 'react-router'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { defaultSlideSize, slideSizeOf } from '../../../rules/slide-size.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useMarkPage } from '../../../ui/mark-page.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { LoadingNotice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { showError } from '../../../ui/toast/toast-store.ts'
import { useViewer } from '../../data/session-context.tsx'
import { type OwnFontList, useOwnFonts } from '../../features/own-fonts/use-own-fonts.ts'
import { DesignTab, designMistake } from './design-tab.tsx'
import type { loadTheme } from './load-themes.ts'
import { PreviewPane } from './preview-pane.tsx'
import { ScriptsTab, scriptMistake } from './scripts-tab.tsx'
import { SnippetsTab } from './snippets-tab.tsx'
import { SourceTab } from './source-tabs.tsx'
import { TemplatesTab } from './templates-tab.tsx'
import styles from './theme-page.module.css'
import { useLiveTheme } from './use-live-theme.ts'
import { type ThemeDraft, useThemeDraft } from './use-theme-draft.ts'

const VersionsDialog = lazy(async () => ({ default: (await import('./versions-dialog.tsx')).VersionsDialog }))

/** The save status of the theme. */
function statusOf({ isSaving, isChanged, health }: ThemeDraft): string {
  if (isSaving) return 'Saving…'
  if (!isChanged) return 'Saved'
  return health === 'stored' ? 'Not saved yet' : 'Not saved, and only in this window'
}

interface BarProps {
  readonly draft: ThemeDraft
  readonly others: readonly { readonly id: number; readonly name: string }[]
  save(): void
  showVersions(): void
}

/** The head of the editor: the theme's name, other themes, what is saved. */
function Bar({ draft, others, save, showVersions }: BarProps) {
  const navigate = useNavigate()
  const { theme, content, change, discard } = draft
  const versions = useRef<HTMLButtonElement>(null)
  const entries = others.map(({ id, name }) => ({ label: name, to: `/themes/${id}` }))
  return (
    <header className={styles.bar}>
      <Link to="/themes" className={styles.back} aria-label="All themes" title="All themes">
        <ArrowLeft aria-hidden />
      </Link>
      <input
        className={styles.name}
        aria-label="Name of the theme"
        value={content.name}
        placeholder="Untitled"
        maxLength={limits.theme.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      {others.length > 0 && (
        <Menu
          trigger={<IconButton label="Other themes" icon={<ChevronDown />} />}
          groups={[{ title: 'Themes', entries }]}
        />
      )}
      <span className={styles.status} role="status">
        {statusOf(draft)}
      </span>
      <span className={styles.actions}>
        <IconButton label="Preview page" icon={<Eye />} onClick={() => void navigate(`/themes/${theme.id}/preview`)} />
        <IconButton ref={versions} label="Versions" icon={<History />} onClick={showVersions} />
        {draft.isChanged && (
          <IconButton
            label="Discard changes"
            icon={<Trash2 />}
            onClick={() => {
              discard()
              // This button is removed with the changes.
              versions.current?.focus()
            }}
          />
        )}
        <Button variant="primary" busy={draft.isSaving} disabled={!draft.isChanged} onClick={save}>
          Save
        </Button>
      </span>
    </header>
  )
}

/** Announces that unsaved changes of an earlier visit were restored. */
function RestoredNotice({ draft }: { draft: ThemeDraft }) {
  const { restoredAt, isOutdated, isChanged, discard } = draft
  if (restoredAt === null || !isChanged) return null
  return (
    <p className={styles.notice} role="status">
      <span>
        Your unsaved changes of <Moment time={new Date(restoredAt).toISOString()} /> are here again.
        {isOutdated && ' The theme was saved since: saving yours replaces the same parts.'}
      </span>
      <Button size="s" onClick={discard}>
        Discard them
      </Button>
    </p>
  )
}

/** The first mistake that keeps the theme from being saved; null if there is none. */
function mistakeOf({ content }: ThemeDraft): string | null {
  return designMistake(content) ?? scriptMistake(content.scripts)
}

/** Saves with Mod+S, and warns before the page is left with changes that are in no journal. */
function usePageKeys({ isChanged, health }: ThemeDraft, save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)
      if (!isSave || event.shiftKey || event.altKey) return
      event.preventDefault()
      save()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [save])
  useEffect(() => {
    if (!isChanged || health === 'stored') return
    const leave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', leave)
    return () => window.removeEventListener('beforeunload', leave)
  }, [isChanged, health])
  // Within the app the journal keeps the changes as well, unless the browser refused it.
  useBlocker(() => isChanged && health === 'refused' && !window.confirm(messages.save.unsavedWarning))
}

type TabId = 'design' | 'html' | 'less' | 'css' | 'js' | 'scripts' | 'snippets' | 'templates'

function useTabs(draft: ThemeDraft, live: ReturnType<typeof useLiveTheme>, fonts: OwnFontList) {
  const [tab, setTab] = useState<TabId>('design')
  const { theme, setTemplates } = draft
  const mistakes = [
    ...live.mistakes,
    ...draft.mistakes.filter(({ field }) => !live.mistakes.some((one) => one.field === field)),
  ]
  const source = { draft, mistakes, removed: live.removed }
  const mark = (id: TabId, label: string) =>
    mistakes.some(({ field }) => field === id) ? <span className={styles.wrong}>{label}</span> : label
  const templates = <TemplatesTab theme={theme} onChange={setTemplates} />
  const list = [
    { id: 'design', label: 'Design', content: <DesignTab {...draft} fonts={fonts} /> },
    { id: 'less', label: mark('less', 'LESS'), content: <SourceTab {...source} field="less" /> },
    { id: 'css', label: mark('css', 'CSS'), content: <SourceTab {...source} field="css" /> },
    { id: 'html', label: mark('html', 'HTML'), content: <SourceTab {...source} field="html" /> },
    ...(theme.may_write_scripts || theme.js !== '' || theme.scripts.length > 0
      ? [
          { id: 'js', label: mark('js', 'JS'), content: <SourceTab {...source} field="js" /> },
          { id: 'scripts', label: 'Scripts', content: <ScriptsTab {...draft} /> },
        ]
      : []),
    { id: 'snippets', label: 'Snippets', content: <SnippetsTab {...draft} /> },
    { id: 'templates', label: 'Templates', content: templates },
  ]
  return { list, tab, setTab: (id: string) => setTab(id as TabId) }
}

/** The editor of one theme, beside a live preview. */
function Editor({ loaded }: { loaded: Awaited<ReturnType<typeof loadTheme>> }) {
  const viewer = useViewer()
  const draft = useThemeDraft(loaded.theme, viewer?.id ?? 0)
  const fonts = useOwnFonts(draft.theme.team_id === null ? 'own' : 'team')
  const live = useLiveTheme(draft.content, fonts.fonts)
  const [versions, setVersions] = useState({ isOpen: false, wasOpened: false })
  // Not on the server: colors and fonts are inline styles, which the CSP refuses in markup.
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => setLoaded(true), [])
  const { list, tab, setTab } = useTabs(draft, live, fonts)
  const save = () => {
    if (!draft.isChanged || draft.isSaving) return
    const mistake = mistakeOf(draft)
    if (mistake) showError(mistake)
    else void draft.save()
  }
  usePageKeys(draft, save)
  useMarkPage('fills-window')
  const { theme } = draft
  return (
    <div className={styles.page}>
      <h1 className="spoken-only">Theme {theme.name}</h1>
      <Bar
        draft={draft}
        others={loaded.others}
        save={save}
        showVersions={() => setVersions({ isOpen: true, wasOpened: true })}
      />
      <RestoredNotice draft={draft} />
      <div className={styles.both}>
        <div className={styles.editor}>
          {isLoaded ? (
            <Tabs label="Parts of the theme" tabs={list} value={tab} onChange={setTab} />
          ) : (
            <LoadingNotice label="Loading the theme" />
          )}
        </div>
        <PreviewPane
          themeId={theme.id}
          version={JSON.stringify([theme.js, theme.scripts, theme.rolling_links])}
          size={slideSizeOf(draft.content.slide_size ?? defaultSlideSize)}
          draft={live.draft}
        />
      </div>
      {/* Mounted while it closes: it returns the focus. */}
      {versions.wasOpened && (
        <Suspense fallback={<Spinner label="Opening the versions" />}>
          <VersionsDialog
            open={versions.isOpen}
            theme={theme}
            onClose={() => setVersions({ isOpen: false, wasOpened: true })}
            onRestored={draft.replace}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The theme editor. Another theme in the path starts another editor. */
export function ThemePage() {
  const loaded = useLoaderData<typeof loadTheme>()
  return <Editor key={loaded.theme.id} loaded={loaded} />
}
