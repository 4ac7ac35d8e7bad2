import { useEffect, useMemo, useState } from 'react'
import type { WindowPoint } from '../../../ui/item-press.ts'
import type { MenuGroup } from '../../../ui/menu.tsx'
import { useStore } from '../../../ui/store.ts'
import { changeMedia, deleteMedia, hideMedia } from './change-media.ts'
import { findMedia } from './find-media.ts'
import type { ItemActions } from './item-details.tsx'
import type { MediaLibraryOptions, PageOptions } from './library-options.ts'
import type { GridActions } from './media-grid.tsx'
import type { MediaItem, MediaListState } from './media-list.ts'
import type { Place } from './places.ts'
import { noSelection, type Selection, select, selectAll, shownOnly } from './selection.ts'
import { type MediaDrag, useMediaDrag } from './use-media-drag.ts'
import { useStableActions } from './use-stable-actions.ts'

/** The state of an open library, and what the user can do in it. */
export interface LibraryPageState extends MediaDrag {
  readonly place: Place
  readonly options: MediaLibraryOptions
  readonly media: MediaListState
  readonly term: string
  setTerm(term: string): void
  /** The images that match the search. */
  readonly shown: readonly MediaItem[]
  readonly selection: Selection
  readonly selected: readonly MediaItem[]
  /** The selected images that can be chosen. */
  readonly chosen: readonly MediaItem[]
  canChoose(item: MediaItem): boolean
  choose(): void
  readonly gridActions: GridActions
  readonly itemActions: ItemActions
  /** Position of the open menu. */
  readonly menu: WindowPoint | null
  readonly menuGroups: readonly MenuGroup[]
  closeMenu(): void
  /** The images of the open question about removal. */
  readonly removing: readonly MediaItem[] | null
  stopRemoving(): void
  hide(items: readonly MediaItem[]): Promise<void>
  deleteAll(items: readonly MediaItem[]): Promise<void>
}

/** Answers with images, unless there are none. */
function answerWith(items: readonly MediaItem[], at: WindowPoint | null, { options, onAnswer }: PageOptions): void {
  const [first, ...rest] = options.multiple ? items : items.slice(0, 1)
  if (first && options.action !== undefined) onAnswer({ items: [first, ...rest], at })
}

/** The shown images and the selected ones among them. */
function useShown({ place }: PageOptions) {
  const media = useStore(place.list.state)
  const [term, setTerm] = useState('')
  const shown = useMemo(() => findMedia(media.items, term, null), [media.items, term])
  const order = useMemo(() => shown.map(({ id }) => id), [shown])
  const [current, setSelection] = useState<Selection>(noSelection)
  const selection = useMemo(() => shownOnly(current, order), [current, order])
  const selected = useMemo(() => {
    const byId = new Map(shown.map((item) => [item.id, item]))
    return selection.ids.flatMap((id) => byId.get(id) ?? [])
  }, [shown, selection])
  return { media, term, setTerm, shown, order, selection, setSelection, selected }
}

function menuOf(items: readonly MediaItem[], page: PageOptions, remove: () => void): readonly MenuGroup[] {
  const { options, canChange } = page
  const choose =
    options.action === undefined
      ? []
      : [{ entries: [{ label: options.action, onSelect: () => answerWith(items, null, page) }] }]
  const change = canChange ? [{ entries: [{ label: 'Remove…', dangerous: true, onSelect: remove }] }] : []
  return [...choose, ...change]
}

/** State and actions of an open library. */
export function useLibraryPage(page: PageOptions): LibraryPageState {
  const { place, options, canChange } = page
  const { api } = options
  const { media, term, setTerm, shown, order, selection, setSelection, selected } = useShown(page)
  const [menu, setMenu] = useState<WindowPoint | null>(null)
  const [removing, setRemoving] = useState<readonly MediaItem[] | null>(null)
  useEffect(() => void place.list.load(), [place])
  const canChoose = (item: MediaItem) =>
    options.action === undefined || (item.refusal === null && (options.types?.includes(item.content_type) ?? true))
  const chosen = selected.filter(canChoose)
  const remove = (items: readonly MediaItem[]) => {
    if (canChange && items.length > 0) setRemoving(items)
  }
  const drag = useMediaDrag({ ...page, selected, drop: (items, at) => answerWith(items.filter(canChoose), at, page) })
  const isMultiple = options.multiple === true || canChange
  const gridActions = useStableActions<GridActions>({
    select: (id, mode) => setSelection((now) => select(now, order, id, isMultiple ? mode : 'only')),
    focus: (id) => setSelection((now) => ({ ...now, focus: id })),
    selectAll: () => isMultiple && setSelection((now) => selectAll(now, order)),
    choose: (item) => answerWith(selection.ids.includes(item.id) ? chosen : [item].filter(canChoose), null, page),
    remove: () => remove(selected),
    drag: drag.begin,
    openMenu: (at, item) => {
      if (!selection.ids.includes(item.id)) setSelection((now) => select(now, order, item.id, 'only'))
      setMenu(at)
    },
  })
  return {
    ...{ place, options, media, term, setTerm, shown, selection, selected, chosen, canChoose, gridActions },
    ...drag,
    choose: () => answerWith(chosen, null, page),
    itemActions: { change: (item, changes) => changeMedia(api, place, item, changes), remove },
    ...{ menu, menuGroups: menuOf(selected, page, () => remove(selected)), closeMenu: () => setMenu(null) },
    ...{ removing, stopRemoving: () => setRemoving(null) },
    hide: (items) => hideMedia(api, place, items),
    deleteAll: (items) => deleteMedia(api, place, items),
  }
}
