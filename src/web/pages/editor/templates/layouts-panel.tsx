import { type RefObject, useMemo, useRef } from 'react'
import { selectedSlidesOf } from '../../../../editor/commands/selected-slides.ts'
import { useEditor, useEditorInstance } from '../../../../editor/state/use-editor.ts'
import { defaultTemplates } from '../../../../editor/templates/default-templates.ts'
import type { Layout } from '../../../../editor/templates/layout-parts.ts'
import { layouts } from '../../../../editor/templates/layouts.ts'
import { blankLayout, layoutOf, slideWith } from '../../../../editor/templates/slide-layouts.ts'
import { addWithLayout, changeLayoutOfSlides } from '../../../../editor/templates/use-layout.ts'
import { limits } from '../../../../rules/limits.ts'
import { SidePanel } from './side-panel.tsx'
import { moveTemplateFocus, TemplateCard } from './template-card.tsx'
import styles from './templates-panel.module.css'
import { useSlideSize } from './use-slide-size.ts'

const groups: readonly { readonly title: string; readonly list: readonly Layout[] }[] = [
  { title: 'Basic', list: [blankLayout, ...defaultTemplates] },
  { title: 'Layouts', list: layouts },
]

interface GroupsProps {
  /** The layout of the slide, which is marked. */
  readonly current: Layout | null
  /** The card focused first: the current layout, else the first. */
  readonly first: RefObject<HTMLButtonElement | null>
  onUse(layout: Layout): void
}

/** All layouts as pictures in the deck's theme, in groups. */
function LayoutGroups({ current, first, onUse }: GroupsProps) {
  const size = useSlideSize()
  const made = useMemo(
    () =>
      groups.map(({ title, list }) => ({
        title,
        list: list.map((layout) => ({ layout, slide: slideWith(layout, size) })),
      })),
    [size],
  )
  const focused = current ?? blankLayout
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the buttons in it
    <div className={styles.groups} onKeyDown={moveTemplateFocus}>
      {made.map(({ title, list }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.groupTitle}>{title}</h3>
          <div className={styles.layouts}>
            {list.map(({ layout, slide }) => (
              <TemplateCard
                key={layout.id}
                label={layout.label}
                slide={slide}
                current={layout === current}
                button={layout === focused ? first : undefined}
                onUse={() => onUse(layout)}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

/** The panel of the button beside '+ Slide': adds a slide with the chosen layout. */
export function NewSlideLayoutPanel() {
  const { model } = useEditorInstance()
  const first = useRef<HTMLButtonElement>(null)
  return (
    <SidePanel dialog="new-slide-layout" title="New slide" size={limits.ui.layoutsPanel} first={first}>
      {({ use }) => (
        <LayoutGroups
          current={null}
          first={first}
          onUse={(layout) => {
            use()
            addWithLayout(model, layout)
          }}
        />
      )}
    </SidePanel>
  )
}

/** Gives the selected slides the chosen layout. */
export function ChangeLayoutPanel() {
  const { model } = useEditorInstance()
  const first = useRef<HTMLButtonElement>(null)
  const slide = useEditor(({ deck, slideId }) => deck.slides[slideId]!)
  const several = useEditor((state) => selectedSlidesOf(state).length > 1)
  const size = useSlideSize()
  const current = useMemo(() => (several ? null : layoutOf(slide, size)), [several, slide, size])
  return (
    <SidePanel dialog="change-layout" title="Change layout" size={limits.ui.layoutsPanel} first={first}>
      {({ use }) => (
        <LayoutGroups
          current={current}
          first={first}
          onUse={(layout) => {
            use()
            changeLayoutOfSlides(model, layout)
          }}
        />
      )}
    </SidePanel>
  )
}
