import { type KeyboardEvent, Suspense, useRef } from 'react'
import { BlockPanel } from '../../../editor/panels/block-panel.tsx'
import panelStyles from '../../../editor/panels/panel.module.css'
import { SlidePanel } from '../../../editor/panels/slide-panel.tsx'
import type { PanelName } from '../../../editor/state/editor-state.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { classNames } from '../../ui/class-names.ts'
import { LoadingNotice } from '../../ui/notice.tsx'
import { shadowOnScroll } from '../../ui/scroll-shadow.ts'
import styles from './editor-page.module.css'
import type { EditorSession } from './editor-session.ts'
import { AnimationPane, DeckPanel, LayersPanel, preparePanel } from './lazy-panels.tsx'

const tabs: readonly { readonly id: PanelName; readonly label: string }[] = [
  { id: 'block', label: 'Block' },
  { id: 'slide', label: 'Slide' },
  { id: 'animation', label: 'Steps' },
  { id: 'layers', label: 'Layers' },
  { id: 'deck', label: 'Deck' },
]

/** What is shown: the panel that was asked for, else the selected blocks', else the slide's. */
function shownPanel(panel: PanelName | null, selected: boolean): PanelName {
  if (panel === 'deck' || panel === 'layers' || panel === 'animation') return panel
  return selected && panel !== 'slide' ? 'block' : 'slide'
}

/** The tabs; arrow keys, Home and End go from one to the next that can be shown. */
function PanelTabs({ shown, selected }: { shown: PanelName; selected: boolean }) {
  const editor = useEditorInstance()
  const list = useRef<HTMLDivElement>(null)
  const possible = tabs.filter((tab) => tab.id !== 'block' || selected)
  const pressed = (event: KeyboardEvent) => {
    const at = possible.findIndex((tab) => tab.id === shown)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: possible.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const { id } = possible[(next + possible.length) % possible.length]!
    editor.show({ panel: id })
    list.current?.querySelector<HTMLElement>(`#panel-tab-${id}`)?.focus()
  }
  return (
    <div ref={list} className={panelStyles.tabs} role="tablist" aria-label="Properties of" onKeyDown={pressed}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`panel-tab-${tab.id}`}
          type="button"
          role="tab"
          className={panelStyles.tab}
          aria-selected={tab.id === shown}
          tabIndex={tab.id === shown ? 0 : -1}
          disabled={!possible.includes(tab)}
          onPointerEnter={() => preparePanel(tab.id)}
          onClick={() => editor.show({ panel: tab.id })}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

/** The properties beside the canvas: of the selected blocks, the slide, the deck. */
export function SidePanel({ session }: { session: EditorSession }) {
  const panel = useEditor((state) => state.panel)
  const selected = useEditor((state) => state.selection.length > 0)
  const shown = shownPanel(panel, selected)
  const { site, viewer, deck, paid } = session.data
  const address = `${new URL(site.baseUrl).host}/${deck?.user.username ?? viewer.username}/`
  return (
    <aside
      className={classNames(styles.panel, panelStyles.panel, panel !== null && styles.openPanel)}
      aria-label="Properties"
      ref={shadowOnScroll}
      data-tutorial="style"
    >
      <PanelTabs {...{ shown, selected }} />
      <div role="tabpanel" aria-labelledby={`panel-tab-${shown}`}>
        {shown === 'block' && <BlockPanel customCss={session.data.customCss} />}
        {shown === 'slide' && <SlidePanel />}
        <Suspense fallback={<LoadingNotice />}>
          {shown === 'layers' && <LayersPanel />}
          {shown === 'animation' && <AnimationPane />}
          {shown === 'deck' && <DeckPanel address={address} paid={paid} />}
        </Suspense>
      </div>
    </aside>
  )
}
