import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { Received } from '../../../api/contract.ts'
import { themesContracts } from '../../../api/themes/contract.ts'
import { messages, removedMessage } from '../../../rules/messages.ts'
import { newTheme, type ThemeContent, themeContentOf, themeFieldNames } from '../../../rules/theme-settings.ts'
import { timings } from '../../../rules/timings.ts'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { dismissToast, showError, showToast } from '../../../ui/toast/toast-store.ts'
import { useApi } from '../../data/session-context.tsx'
import type { Theme } from './load-themes.ts'
import { removedSources } from './removed-sources.ts'
import { themeFailure } from './theme-failure.ts'
import { openThemeJournal, type ThemeDraftEntry } from './theme-journal.ts'

/** The fields of `content` that differ from `base`. */
function changedFields(base: ThemeContent, content: ThemeContent): Partial<ThemeContent> {
  const changed = themeFieldNames.filter((name) => JSON.stringify(base[name]) !== JSON.stringify(content[name]))
  return Object.fromEntries(changed.map((name) => [name, content[name]]))
}

/** State of the unsaved work: whether it is in this browser's journal, or only in this page. */
export type DraftHealth = 'stored' | 'refused'

/** Keeps the unsaved changes of a theme in the browser's journal, and restores them. */
function useJournal(options: {
  readonly userId: number
  readonly theme: Theme
  /** The version that the changes are based on. */
  readonly version: number
  readonly changes: Partial<ThemeContent>
  restore(entry: ThemeDraftEntry): void
}): DraftHealth {
  const { userId, theme, version, changes, restore } = options
  const [journal] = useState(() => (typeof indexedDB === 'undefined' ? null : openThemeJournal()))
  const [health, setHealth] = useState<DraftHealth>('stored')
  /** False until the journal was read: an empty draft must not replace the stored one. */
  const [isRead, setRead] = useState(false)
  const latest = useRef(restore)
  latest.current = restore
  useEffect(() => {
    let current = true
    const settle = (entry: ThemeDraftEntry | null): void => {
      if (!current) return
      if (entry) latest.current(entry)
      setRead(true)
    }
    if (!journal) settle(null)
    else
      journal.read(userId, theme.id).then(settle, () => {
        settle(null)
        setHealth('refused')
      })
    return () => {
      current = false
    }
  }, [journal, userId, theme.id])
  useEffect(() => {
    if (!isRead || !journal) return
    const isEmpty = Object.keys(changes).length === 0
    const write = () => {
      const entry = { userId, themeId: theme.id, version, changes, changedAt: Date.now() }
      const work = isEmpty ? journal.remove(userId, theme.id) : journal.write(entry)
      work.then(
        () => setHealth('stored'),
        () => setHealth(isEmpty ? 'stored' : 'refused'),
      )
    }
    // Saved work is removed at once: a reload right after it must not restore it.
    if (isEmpty) return write()
    const timer = setTimeout(write, timings.journal)
    // A page that is left now must not lose the last keys.
    window.addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', write)
    }
  }, [journal, isRead, userId, theme.id, version, changes])
  return health
}

/** A mistake that the server found in a field, with its place. */
export interface FieldMistake {
  readonly field: string
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** The mistakes of a refused save or preview; empty for other failures. */
export function mistakesIn(error: unknown): readonly FieldMistake[] {
  if (!isApiError(error) || error.status !== 422) return []
  const { line, column } = (error.body ?? {}) as { line?: number; column?: number }
  return Object.entries(error.fields).map(([field, message]) => ({ field, message, line, column }))
}

/** An edited theme. */
export interface ThemeDraft {
  /** As stored. */
  readonly theme: Theme
  readonly content: ThemeContent
  readonly isChanged: boolean
  readonly health: DraftHealth
  readonly isSaving: boolean
  /** What the last save was refused for. */
  readonly mistakes: readonly FieldMistake[]
  /** When the restored changes were made, in ms since 1970; null if there were none. */
  readonly restoredAt: number | null
  /** Whether the theme was saved since the restored changes: saving them replaces the same fields. */
  readonly isOutdated: boolean
  change(changes: Partial<ThemeContent>): void
  /** Drops all unsaved changes. */
  discard(): void
  /** Resolves to whether it is saved. */
  save(): Promise<boolean>
  /** Shows the theme as it was stored meanwhile, by a restored version. Drops unsaved changes, and offers them again. */
  replace(theme: Theme): void
  /** Takes over which slide templates are offered with the theme. They are stored at once, apart from its content. */
  setTemplates(ids: readonly number[]): void
}

const untitled = (content: ThemeContent) => ({ ...content, name: content.name.trim() || newTheme.name })

type SavedTheme = Received<typeof themesContracts.change.output>

/** Sends the fields that differ from a stored theme. */
async function send(api: ApiClient, base: Theme, content: ThemeContent): Promise<SavedTheme> {
  const fields = changedFields(themeContentOf(base), content)
  // The contract's schema infers mutable arrays.
  const theme = { ...fields, version: base.version } as z.input<typeof themesContracts.change.body>['theme']
  return api.call(themesContracts.change, { params: { id: base.id }, body: { theme } })
}

/**
 * The content to save on top of a version that was saved elsewhere: the user's changes over the others. Asks if both changed
 * the same field; null: not now.
 */
async function mergedContent(base: Theme, mine: ThemeContent, theirs: Theme): Promise<ThemeContent | null> {
  const own = changedFields(themeContentOf(base), mine)
  const other = changedFields(themeContentOf(base), themeContentOf(theirs))
  if (Object.keys(own).some((name) => name in other && name !== 'css')) {
    const sure = await confirmDialog({
      title: messages.theme.changed,
      text: 'Saving replaces what was changed there in the same places. Its version can be restored.',
      action: 'Save mine',
    })
    if (!sure) return null
  }
  return { ...themeContentOf(theirs), ...own }
}

/** Saves a theme. A version that was saved elsewhere meanwhile is merged. Null: the user did not want to. */
async function saveTheme(api: ApiClient, base: Theme, content: ThemeContent): Promise<SavedTheme | null> {
  try {
    return await send(api, base, content)
  } catch (error) {
    if (!isApiError(error) || error.status !== 409) throw error
    const theirs = await api.call(themesContracts.read, { params: { id: base.id } })
    const merged = await mergedContent(base, content, theirs)
    return merged && send(api, theirs, merged)
  }
}

/** Shows the author what the sanitizer removed from a saved theme. */
function tellRemoved({ removed }: SavedTheme): void {
  const { html, css } = removedSources(removed)
  if (html.length + css.length > 0) showError(removedMessage([...html, ...css]))
}

/** The state of a theme's editor: stored theme, unsaved changes, saving. */
export function useThemeDraft(loaded: Theme, userId: number): ThemeDraft {
  const api = useApi()
  const [theme, setTheme] = useState(loaded)
  const [content, setContent] = useState(() => themeContentOf(loaded))
  const [isSaving, setSaving] = useState(false)
  const [mistakes, setMistakes] = useState<readonly FieldMistake[]>([])
  const [restored, setRestored] = useState<ThemeDraftEntry | null>(null)
  const changes = useMemo(() => changedFields(themeContentOf(theme), content), [theme, content])
  const latest = useRef({ theme, content })
  latest.current = { theme, content }
  const restore = (entry: ThemeDraftEntry): void => {
    setContent((present) => ({ ...present, ...entry.changes }))
    setRestored(entry)
  }
  const version = restored?.version ?? theme.version
  const health = useJournal({ userId, theme, version, changes, restore })
  const change = useCallback((next: Partial<ThemeContent>) => {
    setContent((present) => ({ ...present, ...next }))
    setMistakes((found) => (found.length === 0 ? found : found.filter(({ field }) => !(field in next))))
  }, [])
  const show = (stored: Theme, shown: ThemeContent): void => {
    setTheme(stored)
    setContent(shown)
    setMistakes([])
    setRestored(null)
  }
  const failure = useRef<number | null>(null)
  const save = async (): Promise<boolean> => {
    // What failed before is no longer true beside the outcome of this save.
    if (failure.current !== null) dismissToast(failure.current)
    const sent = untitled(latest.current.content)
    setSaving(true)
    try {
      const stored = await saveTheme(api, latest.current.theme, sent)
      // Keeps what was changed since the save was sent.
      if (stored) show(stored, { ...themeContentOf(stored), ...changedFields(sent, untitled(latest.current.content)) })
      if (stored) tellRemoved(stored)
      return stored !== null
    } catch (error) {
      setMistakes(mistakesIn(error))
      failure.current = showError(themeFailure(error, messages.theme.saveFailed))
      return false
    } finally {
      setSaving(false)
    }
  }
  /** Shows a stored theme without the unsaved changes. */
  const replace = (stored: Theme) => {
    const dropped = changedFields(themeContentOf(latest.current.theme), latest.current.content)
    show(stored, themeContentOf(stored))
    if (Object.keys(dropped).length === 0) return
    const action = { label: 'Undo', run: () => change(dropped) }
    showToast('Your unsaved changes are gone', 'neutral', { action })
  }
  const discard = () => replace(theme)
  const setTemplates = (ids: readonly number[]) => setTheme((present) => ({ ...present, slide_template_ids: [...ids] }))
  const isChanged = Object.keys(changes).length > 0
  const drafted = { restoredAt: restored?.changedAt ?? null, isOutdated: version !== theme.version }
  const state = { theme, content, isChanged, health, isSaving, mistakes, ...drafted }
  return { ...state, change, discard, save, replace, setTemplates }
}
