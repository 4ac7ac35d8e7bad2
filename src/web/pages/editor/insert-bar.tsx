import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import { ChevronDown, Plus } from 'lucide-react'
import { type ReactElement, useRef, useState, useSyncExternalStore } from 'react'
import type { BlockEditor } from '../../../blocks/block-editor.ts'
import { editorOf } from '../../../blocks/find-editor.ts'
import { blocks } from '../../../blocks/index.ts'
import { definitionOf } from '../../../document/block-list.ts'
import type { BlockType } from '../../../document/deck-model.ts'
import { insertableTypes, insertBlock } from '../../../editor/actions/insert-block.ts'
import type { Editor } from '../../../editor/state/editor.ts'
import type { EditorView } from '../../../editor/state/editor-view.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { breakpoints } from '../../../ui/breakpoints.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Menu as ListMenu } from '../../../ui/menu.tsx'
import { usePopupFocus } from '../../../ui/popup-focus.tsx'
import styles from './insert-bar.module.css'

/** Number of block types with a button in a narrow bar; the others are in the menu 'More', too. */
const alwaysShown = 5

interface InsertProps {
  readonly type: BlockType
  readonly title: string
  /** Hidden in a narrow bar. */
  readonly spare: boolean
}

type Props = Readonly<Record<string, unknown>>

function titleOf(type: BlockType): string {
  return definitionOf(blocks, type)?.title ?? type
}

/** Adds a block and focuses the canvas, so that the next keys move, delete or edit it. */
function add(editor: Editor, type: BlockType, props: Props = {}): void {
  if (type === 'image') {
    editor.model.show({ dialog: 'insert-image' })
    return
  }
  insertBlock(editor, type, props)
  focusSlide(editor.view)
}

/** Focuses the slide, or the text being edited in it. Needed after a menu, which had the focus. */
function focusSlide(view: EditorView): void {
  view.text?.focus()
  view.focusCanvas()
}

/**
 * Adds a block from a popup. On close, the focus goes to the canvas if a block was added, else to the popup's button.
 */
function useInsertFromPopup() {
  const editor = useEditorInstance()
  const added = useRef(false)
  return {
    add: (type: BlockType, props?: Props) => {
      added.current = true
      add(editor, type, props)
    },
    returnsFocus: () => {
      const back = !added.current
      added.current = false
      if (!back) focusSlide(editor.view)
      return back
    },
  }
}

/** A button with a menu of the block's variants, as a grid of icons. */
function VariantMenu({ type, description, button }: VariantMenuProps) {
  const { add, returnsFocus } = useInsertFromPopup()
  const trigger = useRef<HTMLButtonElement>(null)
  const focus = usePopupFocus({ back: trigger, returnsFocus })
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger ref={trigger} render={button} />
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={6} className={styles.variants}>
          <Menu.Popup {...focus} className={styles.variantGrid}>
            {description.variants.map(({ label, icon: Variant, props }) => (
              <Menu.Item
                key={label}
                className={styles.variant}
                aria-label={label}
                title={label}
                onClick={() => add(type, props)}
              >
                <Variant size={22} aria-hidden />
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface VariantMenuProps {
  readonly type: BlockType
  readonly description: BlockEditor<unknown>
  readonly button: ReactElement<Record<string, unknown>>
}

/** A button that opens the block's chooser, where the user sets options before the insertion (such as a table's size). */
function ChooserPopover({ type, description, button }: VariantMenuProps) {
  const { add, returnsFocus } = useInsertFromPopup()
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const focus = usePopupFocus({ back: trigger, returnsFocus })
  const Chooser = description.chooser!
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger ref={trigger} render={button} />
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={6} className={styles.variants}>
          <Popover.Popup {...focus} className={styles.chooser}>
            <Chooser
              add={(props) => {
                setOpen(false)
                add(type, props)
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function InsertButton({ type, title, spare }: InsertProps) {
  const editor = useEditorInstance()
  const drawing = useEditor(({ tool }) => tool.kind === 'draw' && tool.type === type)
  const description = editorOf(type)
  if (!description) return null
  const Icon = description.icon
  const hasPopup = description.variants.length > 1 || description.chooser !== undefined
  const button = (
    <button
      type="button"
      className={classNames(styles.insertButton, spare && styles.spare)}
      aria-label={`Add ${title.toLowerCase()}`}
      title={`Add ${title.toLowerCase()}`}
      aria-pressed={drawing}
      onClick={hasPopup ? undefined : () => add(editor, type, description.variants[0]?.props)}
    >
      <Icon size={18} aria-hidden />
      <span>{title}</span>
    </button>
  )
  if (!hasPopup) return button
  const PopupButton = description.chooser ? ChooserPopover : VariantMenu
  return <PopupButton {...{ type, description, button }} />
}

/** The menu of rare block types, and of those whose buttons are hidden in a narrow bar. */
function MoreMenu() {
  const { add, returnsFocus } = useInsertFromPopup()
  const isNarrow = useNarrowBar()
  const types = isNarrow ? [...shown.slice(alwaysShown), ...rare] : rare
  const entries = types.map((type) => {
    const Icon = editorOf(type)!.icon
    return { label: titleOf(type), icon: <Icon aria-hidden />, onSelect: () => add(type) }
  })
  return (
    <ListMenu
      align="start"
      trigger={
        <button type="button" className={styles.insertButton} aria-label="More to add" title="More to add">
          <Plus size={18} aria-hidden />
          <span>More</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
      groups={[{ entries }]}
      returnsFocus={returnsFocus}
    />
  )
}

/** The window's width below which the bar is narrow (insert-bar.module.css). */
const narrowBar = `(width < ${breakpoints.wide}px)`

function useNarrowBar(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(narrowBar)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(narrowBar).matches,
    () => false,
  )
}

const isRare = (type: BlockType): boolean => definitionOf(blocks, type)?.isRare === true
const rare: readonly BlockType[] = insertableTypes.filter(isRare)

/**
 * The order in the bar: most used first. Iframe comes last, so that only types without their own menu are in 'More'.
 */
const shown: readonly BlockType[] = [
  ...insertableTypes.filter((type) => type !== 'iframe' && !isRare(type)),
  ...insertableTypes.filter((type) => type === 'iframe'),
]

/** The bar's buttons for the common block types, and the menu of the others. */
export function InsertBar() {
  return (
    <div className={styles.insert} role="toolbar" aria-label="Add" data-tutorial="add">
      {shown.map((type, index) => (
        <InsertButton key={type} type={type} title={titleOf(type)} spare={index >= alwaysShown} />
      ))}
      <MoreMenu />
    </div>
  )
}
