import { useMemo, useState } from 'react'
import { pictureTypes } from '../../../rules/picture-types.ts'
import { isVideoType } from '../../../rules/video-types.ts'
import type { WindowPoint } from '../../../ui/item-press.ts'
import type { MenuEntry, MenuGroup } from '../../../ui/menu.tsx'
import { useStore } from '../../../ui/store.ts'
import { changeMedia, type MediaChanges } from './change-media.ts'
import { findMedia } from './find-media.ts'
import type { ItemActions } from './item-details.tsx'
import { tagEntries } from './item-tags.tsx'
import type { MediaLibraryOptions, PageOptions } from './library-options.ts'
import type { GridActions } from './media-grid.tsx'
import type { MediaItem, MediaListState } from './media-list.ts'
import type { Place } from './places.ts'
import { noSelection, type Selection, select, selectAll, shownOnly } from './selection.ts'
import type { MediaTag, TagsState } from './tag-list-store.ts'
import { type MediaDrag, useMediaDrag } from './use-media-drag.ts'
import { useStableActions } from './use-stable-actions.ts'

/** What choosing images does: it answers the caller, or replaces an image. */
export interface Choice {
  /** Label of the button; null: nothing can be chosen. */
  readonly label: string | null
  /** Whether an image can be chosen; others are faded. */
  accepts(item: MediaItem): boolean
  choose(items: readonly MediaItem[], at: WindowPoint | null): void
}

/** The state of an open library, and what the user can do in it. */
export interface LibraryPageState extends MediaDrag {
  readonly place: Place
  readonly options: MediaLibraryOptions
  readonly canChange: boolean
  readonly media: MediaListState
  readonly tags: TagsState
  /** The id of the tag whose images are shown; null: all. */
  readonly tag: number | null
  setTag(id: number | null): void
  /** Number of visible images of a tag. */
  countOf(tag: MediaTag): number
  readonly term: string
  setTerm(term: string): void
  /** The images that match the search, of the chosen tag. */
  readonly shown: readonly MediaItem[]
  readonly selection: Selection
  readonly selected: readonly MediaItem[]
  readonly choice: Choice
  /** The selected images that can be chosen. */
  readonly chosen: readonly MediaItem[]
  readonly gridActions: GridActions
  readonly itemActions: ItemActions
  /** Position of the open menu. */
  readonly menu: WindowPoint | null
  readonly menuGroups: readonly MenuGroup[]
  closeMenu(): void
  readonly removal: Removal
  readonly replacement: Replacement
}

/** The question about removing images. */
export interface Removal {
  /** Null: it is closed. */
  readonly items: readonly MediaItem[] | null
  start(items: readonly MediaItem[]): void
  end(): void
}

/** The replacement of an image in all decks. */
export interface Replacement {
  /** The image to be replaced; null: none. */
  readonly from: MediaItem | null
  /** The image that replaces it; null: not chosen yet. */
  readonly to: MediaItem | null
  /** Number of replacements that have ended: the uses of images may have changed. */
  readonly ended: number
  start(from: MediaItem): void
  choose(to: MediaItem | null): void
  end(): void
}

/** The shown images and the selected ones among them. */
function useShown({ place }: PageOptions) {
  const media = useStore(place.list.state)
  const tags = useStore(place.tags.state)
  const [{ term, kept }, setSearch] = useState<{ term: string; kept: number | null }>({ term: '', kept: null })
  const setTerm = (next: string) => setSearch({ term: next, kept: null })
  const keep = (id: number) => setSearch((now) => ({ ...now, kept: id }))
  const [tag, setTag] = useState<number | null>(null)
  const tagged = tags.tags.find(({ id }) => id === tag)
  const shown = useMemo(
    () => findMedia(media.items, term, tagged ? new Set(tagged.medias) : null, kept),
    [media.items, term, tagged, kept],
  )
  const order = useMemo(() => shown.map(({ id }) => id), [shown])
  const [current, setSelection] = useState<Selection>(noSelection)
  const selection = useMemo(() => shownOnly(current, order), [current, order])
  const selected = useMemo(() => {
    const byId = new Map(shown.map((item) => [item.id, item]))
    return selection.ids.flatMap((id) => byId.get(id) ?? [])
  }, [shown, selection])
  const known = useMemo(() => new Set(media.items.map(({ id }) => id)), [media.items])
  const countOf = ({ medias }: MediaTag) =>
    media.phase === 'loaded' ? medias.filter((id) => known.has(id)).length : medias.length
  return {
    shownState: { media, tags, tag: tagged ? tag : null, setTag, countOf, term, setTerm, shown, selection, selected },
    ...{ order, setSelection, keep },
  }
}

/** The choice that answers the caller. */
function answering({ options, onAnswer }: PageOptions): Choice {
  const { action, types = pictureTypes as readonly string[], multiple } = options
  return {
    label: action ?? null,
    accepts: (item) => action === undefined || (item.refusal === null && types.includes(item.content_type)),
    choose: (items, at) => {
      const [first, ...others] = multiple ? items : items.slice(0, 1)
      if (first && action !== undefined) onAnswer({ items: [first, ...others], at })
    },
  }
}

/** The choice of the image that replaces another. */
function replacing({ from, choose }: Replacement): Choice {
  return {
    label: 'Replace everywhere',
    accepts: (item) =>
      item.refusal === null &&
      item.id !== from?.id &&
      isVideoType(item.content_type) === isVideoType(from?.content_type ?? ''),
    choose: ([item]) => item && choose(item),
  }
}

function useRemoval(): Removal {
  const [items, setItems] = useState<readonly MediaItem[] | null>(null)
  return { items, start: setItems, end: () => setItems(null) }
}

function useReplacement(): Replacement {
  const [from, start] = useState<MediaItem | null>(null)
  const [to, choose] = useState<MediaItem | null>(null)
  const [ended, setEnded] = useState(0)
  const end = () => {
    setEnded((count) => count + 1)
    start(null)
    choose(null)
  }
  return { from, to, ended, start, choose, end }
}

/** The menu of the selected images. */
function menuOf(page: Omit<LibraryPageState, 'menuGroups'>): readonly MenuGroup[] {
  const { choice, chosen, selected, canChange, place, tags, removal, replacement } = page
  const [first] = selected
  const choose =
    choice.label === null || chosen.length === 0
      ? []
      : [{ entries: [{ label: choice.label, onSelect: () => choice.choose(chosen, null) }] }]
  if (!canChange || !first) return choose
  const own: MenuEntry[] = []
  if (tags.tags.length > 0) own.push({ label: 'Tags', entries: tagEntries(place.tags, tags.tags, selected) })
  if (selected.length === 1) own.push({ label: 'Replace everywhere…', onSelect: () => replacement.start(first) })
  const remove: MenuEntry = { label: 'Remove…', dangerous: true, onSelect: () => removal.start(selected) }
  return [...choose, ...(own.length > 0 ? [{ entries: own }] : []), { entries: [remove] }]
}

/** State and actions of an open library. */
export function useLibraryPage(page: PageOptions): LibraryPageState {
  const { place, options, canChange } = page
  const { shownState, order, setSelection, keep } = useShown(page)
  const { selection, selected } = shownState
  const [menu, setMenu] = useState<WindowPoint | null>(null)
  const [removal, replacement] = [useRemoval(), useReplacement()]
  const choice = replacement.from ? replacing(replacement) : answering(page)
  const chosen = selected.filter(choice.accepts)
  const dropped = (items: readonly MediaItem[], at: WindowPoint) => choice.choose(items.filter(choice.accepts), at)
  const drag = useMediaDrag({ ...page, selected, drop: dropped })
  const isMultiple = options.multiple === true || canChange
  const gridActions = useStableActions<GridActions>({
    select: (id, mode) => setSelection((now) => select(now, order, id, isMultiple ? mode : 'only')),
    focus: (id) => setSelection((now) => ({ ...now, focus: id })),
    selectAll: () => isMultiple && setSelection((now) => selectAll(now, order)),
    choose: (item) => choice.choose(selection.ids.includes(item.id) ? chosen : [item].filter(choice.accepts), null),
    remove: () => canChange && selected.length > 0 && removal.start(selected),
    drag: drag.begin,
    openMenu: (at, item) => {
      if (!selection.ids.includes(item.id)) setSelection((now) => select(now, order, item.id, 'only'))
      setMenu(at)
    },
  })
  const state = {
    ...{ place, options, canChange, choice, chosen, gridActions, menu, removal, replacement },
    ...shownState,
    ...drag,
    itemActions: {
      change: (item: MediaItem, changes: MediaChanges) => {
        keep(item.id)
        return changeMedia(options.api, place, item, changes)
      },
      remove: removal.start,
      replace: replacement.start,
    },
    closeMenu: () => setMenu(null),
  }
  return { ...state, menuGroups: menuOf(state) }
}
