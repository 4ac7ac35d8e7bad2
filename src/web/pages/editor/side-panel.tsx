import { BlockPanel } from '../../../editor/panels/block-panel.tsx'
import { DeckPanel } from '../../../editor/panels/deck-panel.tsx'
import panelStyles from '../../../editor/panels/panel.module.css'
import { SlidePanel } from '../../../editor/panels/slide-panel.tsx'
import type { PanelName } from '../../../editor/state/editor-state.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './editor-page.module.css'
import type { EditorSession } from './editor-session.ts'

const tabs: readonly { readonly id: PanelName; readonly label: string }[] = [
  { id: 'block', label: 'Block' },
  { id: 'slide', label: 'Slide' },
  { id: 'deck', label: 'Deck' },
]

/** What is shown: the panel that was asked for, else the selected blocks', else the slide's. */
function shownPanel(panel: PanelName | null, selected: boolean): PanelName {
  if (panel === 'deck') return 'deck'
  return selected && panel !== 'slide' ? 'block' : 'slide'
}

/** The properties beside the canvas: of the selected blocks, the slide, the deck. */
export function SidePanel({ session }: { session: EditorSession }) {
  const editor = useEditorInstance()
  const panel = useEditor((state) => state.panel)
  const selected = useEditor((state) => state.selection.length > 0)
  const shown = shownPanel(panel, selected)
  const { site, viewer, deck, paid } = session.data
  const address = `${new URL(site.baseUrl).host}/${deck?.user.username ?? viewer.username}/`
  return (
    <aside
      className={classNames(styles.panel, panelStyles.panel, panel !== null && styles.openPanel)}
      aria-label="Properties"
    >
      <div className={panelStyles.tabs} role="tablist" aria-label="Properties of">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className={panelStyles.tab}
            aria-selected={tab.id === shown}
            disabled={tab.id === 'block' && !selected}
            onClick={() => editor.show({ panel: tab.id })}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={tabs.find((tab) => tab.id === shown)?.label}>
        {shown === 'block' && <BlockPanel />}
        {shown === 'slide' && <SlidePanel />}
        {shown === 'deck' && <DeckPanel address={address} paid={paid} />}
      </div>
    </aside>
  )
}
