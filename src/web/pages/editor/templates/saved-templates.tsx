import { ArrowLeft, ArrowRight, Ellipsis, Palette, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { type ReactNode, type PointerEvent as ReactPointerEvent, useMemo } from 'react'
import type { Slide } from '../../../../document/deck-model.ts'
import { scaledSlide } from '../../../../editor/commands/resize-slides.ts'
import { useEditor } from '../../../../editor/state/use-editor.ts'
import { limits } from '../../../../rules/limits.ts'
import { messages } from '../../../../rules/messages.ts'
import { slideSizeOf } from '../../../../rules/slide-size.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { confirmDialog, promptDialog } from '../../../../ui/dialogs/dialog-store.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../../ui/menu.tsx'
import { FailedNotice, LoadingNotice } from '../../../../ui/notice.tsx'
import { useItemDrag } from '../../../../ui/use-item-drag.ts'
import { Cards, matches } from './cards.tsx'
import { TemplateCard } from './template-card.tsx'
import styles from './templates-panel.module.css'
import { useSlideSize } from './use-slide-size.ts'
import type { SavedTemplate, SavedTemplates, TemplateActions } from './use-templates.ts'

async function rename(template: SavedTemplate, actions: TemplateActions): Promise<void> {
  const label = await promptDialog({
    title: 'Rename the template',
    label: 'Name',
    value: template.label,
    action: 'Rename',
    maxLength: limits.template.label,
    validate: (value) => (value.trim() === '' ? 'Can not be empty' : null),
  })
  if (label !== null && label.trim() !== template.label) await actions.rename(template.id, label.trim())
}

async function remove(template: SavedTemplate, actions: TemplateActions): Promise<void> {
  const confirmed = await confirmDialog({
    title: `Delete the template “${template.label}”?`,
    text: 'Slides that were made with it stay as they are.',
    action: 'Delete',
    dangerous: true,
  })
  if (confirmed) await actions.remove(template.id)
}

/** What users may do with templates. */
export interface TemplateRights {
  /** Whether they may rename, replace, move and delete them. */
  readonly mayChange: boolean
  /** Opens the choice of a template's themes; absent: it has none. */
  chooseThemes?(template: SavedTemplate): void
}

interface CardProps {
  readonly template: SavedTemplate
  /** Its slide in the size of the deck's. */
  readonly slide: Slide
  readonly actions: TemplateActions
  readonly rights: TemplateRights
  /** Its index in the whole list, and the number of templates. */
  readonly index: number
  readonly count: number
  readonly remark: string | null
  /** Where a drag would drop another template. */
  readonly drop: 'before' | 'after' | null
  readonly dragged: boolean
  onPress?(event: ReactPointerEvent): void
  onUse(): void
}

function entriesOf({ template, actions, rights, index, count }: CardProps): readonly MenuEntry[] {
  const { chooseThemes } = rights
  const earlier = { label: 'Move earlier', icon: <ArrowLeft aria-hidden />, to: index - 1 }
  const later = { label: 'Move later', icon: <ArrowRight aria-hidden />, to: index + 1 }
  const moves = [earlier, later].filter(({ to }) => to >= 0 && to < count)
  return [
    { label: 'Rename', icon: <Pencil aria-hidden />, onSelect: () => void rename(template, actions) },
    {
      label: 'Replace with this slide',
      icon: <RefreshCw aria-hidden />,
      onSelect: () => void actions.replace(template),
    },
    ...(chooseThemes
      ? [{ label: 'Available with…', icon: <Palette aria-hidden />, onSelect: () => chooseThemes(template) }]
      : []),
    ...moves.map(({ label, icon, to }) => ({ label, icon, onSelect: () => void actions.move(template.id, to) })),
    { label: 'Delete', icon: <Trash2 aria-hidden />, dangerous: true, onSelect: () => void remove(template, actions) },
  ]
}

/** A template, with a menu of what the user may do with it. */
function SavedCard(props: CardProps) {
  const { template, slide, rights, remark, drop, dragged, onPress, onUse } = props
  const label = `More for ${template.label}`
  return (
    <div
      className={classNames(styles.own, dragged && styles.dragged)}
      data-template-id={template.id}
      data-drop={drop ?? undefined}
      onPointerDown={onPress}
    >
      <TemplateCard label={template.label} slide={slide} remark={remark} onUse={onUse} />
      {rights.mayChange && (
        // A press on the menu must not drag the card.
        <div className={styles.more} onPointerDown={(event) => event.stopPropagation()}>
          <Menu
            trigger={
              <IconButton label={label} icon={<Ellipsis size={16} aria-hidden />} tooltip={false} title={label} />
            }
            groups={[{ entries: entriesOf(props) }]}
          />
        </div>
      )}
    </div>
  )
}

/** The index before which a drop at a point of the window inserts; null: at no card. */
function dropIndex(x: number, y: number, list: readonly SavedTemplate[]): number | null {
  const card = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-template-id]')
  const index = list.findIndex(({ id }) => String(id) === card?.dataset.templateId)
  if (!card || index < 0) return null
  const box = card.getBoundingClientRect()
  const isAfter = x > box.left + box.width / 2
  return index + (isAfter === (getComputedStyle(card).direction === 'ltr') ? 1 : 0)
}

/** Props of SavedTab. */
export interface SavedTabProps {
  readonly found: SavedTemplates
  readonly actions: TemplateActions
  readonly rights: TemplateRights
  readonly term: string
  /** What is shown if there are none. */
  readonly empty: ReactNode
  onUse(slide: Slide): void
}

/** Templates with a menu each; their order is changed by dragging, or in the menus. */
export function SavedTab({ found, ...rest }: SavedTabProps) {
  if (found.state !== 'loaded') {
    if (found.state === 'loading') return <LoadingNotice label="Loading the templates" />
    return <FailedNotice text={messages.template.loadFailed} onRetry={rest.actions.reload} />
  }
  return <SavedCards list={found.list} {...rest} />
}

/** Whether a template is available with the deck's theme. */
export function isAvailable({ themeIds }: SavedTemplate, themeId: number | null): boolean {
  return themeIds.length === 0 || (themeId !== null && themeIds.includes(themeId))
}

/** The slides of templates, scaled from the size that each was made for to the deck's. */
function useFitted(list: readonly SavedTemplate[]): ReadonlyMap<SavedTemplate, Slide> {
  const size = useSlideSize()
  return useMemo(
    () => new Map(list.map((one) => [one, scaledSlide(one.slide, slideSizeOf(one.size), size)])),
    [list, size],
  )
}

type SavedCardsProps = Omit<SavedTabProps, 'found'> & { readonly list: readonly SavedTemplate[] }

function SavedCards({ list, actions, rights, term, empty, onUse }: SavedCardsProps) {
  const themeId = useEditor(({ deck }) => deck.settings.theme_id)
  const fitted = useFitted(list)
  const { drag, begin, scroller } = useItemDrag<number, number>({
    touch: 'after-rest',
    placeAt: ({ x, y }) => dropIndex(x, y, list),
    drop: (id, index) => {
      const from = list.findIndex((one) => one.id === id)
      const to = index > from ? index - 1 : index
      if (to !== from) void actions.move(id, to)
    },
  })
  // Members see only what is available; for those who may change them, the others are faded.
  const offered = rights.mayChange ? list : list.filter((one) => isAvailable(one, themeId))
  if (offered.length === 0) return empty
  const shown = offered.filter((one) => matches(one.label, term))
  const mayDrag = rights.mayChange && term === ''
  const dropAt = (index: number) => {
    if (drag?.place === index) return 'before'
    return drag?.place === list.length && index === list.length - 1 ? 'after' : null
  }
  return (
    <div ref={scroller}>
      <Cards count={shown.length}>
        {shown.map((one) => {
          const index = list.indexOf(one)
          const slide = fitted.get(one) ?? one.slide
          return (
            <SavedCard
              key={one.id}
              {...{ template: one, slide, actions, rights, index, count: list.length }}
              remark={isAvailable(one, themeId) ? null : 'Not with this theme'}
              drop={dropAt(index)}
              dragged={drag?.item === one.id}
              onPress={mayDrag ? (event) => begin(event, one.id) : undefined}
              onUse={() => onUse(slide)}
            />
          )
        })}
      </Cards>
    </div>
  )
}
