import { Pin, PinOff } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useMemo, useRef } from 'react'
import { backToSlide } from '../../../editor/panels/back-to-slide.ts'
import panelStyles from '../../../editor/panels/panel.module.css'
import { panelNames } from '../../../editor/panels/panel-names.ts'
import { SlidePanel } from '../../../editor/panels/slide-panel.tsx'
import { allPanels, type PanelName } from '../../../editor/state/editor-state.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { absoluteProfileUrl } from '../../../rules/deck-url.ts'
import { messages } from '../../../rules/messages.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { breakpoints } from '../../../ui/breakpoints.ts'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LoadingNotice } from '../../../ui/notice.tsx'
import { shadowOnScroll } from '../../../ui/scroll-shadow.ts'
import { useStore } from '../../../ui/store.ts'
import styles from './editor-page.module.css'
import type { EditorSession } from './editor-session.ts'
import { AnimationPane, BlockPanel, CheckPanel, DeckPanel, LayersPanel, preloadPanel } from './lazy-panels.tsx'
import { pageOwner } from './page-owner.ts'
import { followSelection, pinnedPanel, pinPanel } from './panel-pin.ts'
import { themeSourceOf } from './theme-source.ts'

/** The panel to show: the opened one, else the selected blocks', else the slide's. */
function shownPanel(panel: PanelName | null, selected: boolean): PanelName {
  if (panel === 'deck' || panel === 'layers' || panel === 'animation' || panel === 'check') return panel
  return selected && panel !== 'slide' ? 'block' : 'slide'
}

/** The panels' tabs. Arrow keys, Home and End move between the enabled ones. */
function PanelTabs({ shown, selected }: { shown: PanelName; selected: boolean }) {
  const { model } = useEditorInstance()
  const list = useRef<HTMLDivElement>(null)
  // The check is opened from the Present button's menu; its tab is there while it is open.
  const tabs = allPanels.filter((tab) => tab !== 'check' || shown === 'check')
  const possible = tabs.filter((tab) => tab !== 'block' || selected)
  const pressed = (event: KeyboardEvent) => {
    const at = possible.indexOf(shown)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: possible.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const id = possible[(next + possible.length) % possible.length]!
    model.show({ panel: id })
    list.current?.querySelector<HTMLElement>(`#panel-tab-${id}`)?.focus()
  }
  return (
    <div ref={list} className={panelStyles.tabs} role="tablist" aria-label="Properties of" onKeyDown={pressed}>
      {tabs.map((tab) => (
        <button
          key={tab}
          id={`panel-tab-${tab}`}
          type="button"
          role="tab"
          className={panelStyles.tab}
          aria-selected={tab === shown}
          tabIndex={tab === shown ? 0 : -1}
          disabled={!possible.includes(tab)}
          onPointerEnter={() => preloadPanel(tab)}
          onClick={() => model.show({ panel: tab })}
        >
          {panelNames[tab]}
        </button>
      ))}
    </div>
  )
}

/** Keeps the shown panel open, regardless of the selection. */
function PinToggle({ shown }: { shown: PanelName }) {
  const { model } = useEditorInstance()
  const pinned = useStore(pinnedPanel()) !== null
  const label = pinned ? 'Let the panel follow the selection' : 'Keep this panel open'
  return (
    <IconButton
      className={panelStyles.pin}
      label={label}
      aria-label="Keep this panel open"
      aria-pressed={pinned}
      icon={pinned ? <PinOff size={15} aria-hidden /> : <Pin size={15} aria-hidden />}
      onClick={() => {
        pinPanel(pinned ? null : shown)
        model.show({ panel: shown })
      }}
    />
  )
}

/** The panel beside the canvas: properties of the selected blocks, the slide or the deck. */
export function SidePanel({ session }: { session: EditorSession }) {
  const { editor } = session
  useEffect(
    () => followSelection(editor.model, !window.matchMedia(`(max-width: ${breakpoints.large}px)`).matches),
    [editor],
  )
  const panel = useEditor((state) => state.panel)
  const selected = useEditor((state) => state.selection.length > 0)
  const shown = shownPanel(panel, selected)
  const { site, proColors } = session.data
  const themes = useMemo(() => themeSourceOf(session), [session])
  const address = `${absoluteProfileUrl(site.baseUrl, pageOwner(session.data)).replace(/^https?:\/\//, '')}/`
  return (
    <aside
      className={classNames(styles.panel, panelStyles.panel, panel !== null && styles.openPanel)}
      aria-label="Properties"
      ref={shadowOnScroll}
      data-tutorial="style"
      onKeyDown={(event) => backToSlide(editor.view, event)}
    >
      <div className={panelStyles.head}>
        <PanelTabs {...{ shown, selected }} />
        {/* The check is opened to settle what it lists, not to be kept. */}
        {shown !== 'check' && <PinToggle shown={shown} />}
      </div>
      <div role="tabpanel" aria-labelledby={`panel-tab-${shown}`}>
        <AreaBoundary key={shown} text={messages.deck.areaFailed}>
          {shown === 'slide' && <SlidePanel />}
          <Suspense fallback={<LoadingNotice />}>
            {shown === 'block' && <BlockPanel customCss={session.data.customCss} />}
            {shown === 'layers' && <LayersPanel />}
            {shown === 'animation' && <AnimationPane />}
            {shown === 'check' && <CheckPanel />}
            {shown === 'deck' && <DeckPanel address={address} proColors={proColors} themes={themes} />}
          </Suspense>
        </AreaBoundary>
      </div>
    </aside>
  )
}
