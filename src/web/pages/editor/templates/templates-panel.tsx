import { BookmarkPlus } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { slideTemplatesContracts, teamSlideTemplatesContracts } from '../../../../api/slide-templates/contract.ts'
import type { Slide } from '../../../../document/deck-model.ts'
import { add } from '../../../../editor/actions/slide-actions.ts'
import { copySlide } from '../../../../editor/commands/fresh-copy.ts'
import { useEditorInstance } from '../../../../editor/state/use-editor.ts'
import { defaultTemplates } from '../../../../editor/templates/default-templates.ts'
import type { Layout } from '../../../../editor/templates/layout-parts.ts'
import { layouts } from '../../../../editor/templates/layouts.ts'
import { slideWith } from '../../../../editor/templates/slide-layouts.ts'
import { addWithLayout } from '../../../../editor/templates/use-layout.ts'
import { isEnterpriseManager } from '../../../../rules/account-permissions.ts'
import { limits } from '../../../../rules/limits.ts'
import { Button } from '../../../../ui/button.tsx'
import { SearchBox } from '../../../../ui/form/search-box.tsx'
import { EmptyNotice } from '../../../../ui/notice.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import type { EditorSession } from '../editor-session.ts'
import { Cards, matches } from './cards.tsx'
import { SavedTab } from './saved-templates.tsx'
import { SidePanel } from './side-panel.tsx'
import { TemplateCard } from './template-card.tsx'
import styles from './templates-panel.module.css'
import { ThemesDialog } from './themes-dialog.tsx'
import { useSlideSize } from './use-slide-size.ts'
import { type SavedTemplate, type SavedTemplates, type TemplateActions, useTemplates } from './use-templates.ts'

interface LayoutsTabProps {
  readonly list: readonly Layout[]
  readonly term: string
  onUse(layout: Layout): void
}

function LayoutsTab({ list, term, onUse }: LayoutsTabProps) {
  const size = useSlideSize()
  const slides = useMemo(() => list.map((layout) => ({ layout, slide: slideWith(layout, size) })), [list, size])
  const shown = slides.filter(({ layout }) => matches(layout.label, term))
  return (
    <Cards count={shown.length}>
      {shown.map(({ layout, slide }) => (
        <TemplateCard key={layout.id} label={layout.label} slide={slide} onUse={() => onUse(layout)} />
      ))}
    </Cards>
  )
}

const noneOwn = (
  <EmptyNotice title="No templates of yours yet">
    Save a slide that you want to begin others with: all your decks offer it here.
  </EmptyNotice>
)
const noneOfTeam = (
  <EmptyNotice title="The team has no templates yet">
    Save a slide that everyone in your team can begin with: all their decks offer it here.
  </EmptyNotice>
)
const noneWithTheme = (
  <EmptyNotice title="No template for this theme">The templates of your team are made for other themes.</EmptyNotice>
)

interface TeamTabProps {
  readonly session: EditorSession
  readonly found: SavedTemplates
  readonly actions: TemplateActions
  readonly mayChange: boolean
  readonly term: string
  onUse(slide: Slide): void
}

function TeamTab({ session, mayChange, ...rest }: TeamTabProps) {
  const [limited, setLimited] = useState<SavedTemplate | null>(null)
  const isEmpty = rest.found.state === 'loaded' && rest.found.list.length === 0
  return (
    <>
      <SavedTab
        {...rest}
        rights={{ mayChange, chooseThemes: setLimited }}
        empty={isEmpty ? noneOfTeam : noneWithTheme}
      />
      {limited && (
        <ThemesDialog
          api={session.api}
          template={limited}
          onSaved={(themeIds) => rest.actions.limited(limited.id, themeIds)}
          onClose={() => setLimited(null)}
        />
      )}
    </>
  )
}

/** Saves the slide on the canvas as a template, then shows the list that it is in. */
function SaveButton(props: { label: string; actions: TemplateActions; onSaved(): void }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    if (await props.actions.save()) props.onSaved()
    setBusy(false)
  }
  return (
    <Button wide icon={<BookmarkPlus size={16} />} busy={busy} onClick={() => void save()}>
      {props.label}
    </Button>
  )
}

/** The team's templates. Loaded only for members; members have the tab once there are any, managers always. */
function useTeamTemplates(session: EditorSession, open: boolean) {
  const { viewer } = session.data
  const team = viewer.plan === 'enterprise' ? viewer.team : null
  const isMember = team !== null
  const [found, actions] = useTemplates(session.api, teamSlideTemplatesContracts, useEditorInstance(), open && isMember)
  const mayChange = isMember && isEnterpriseManager(team.role)
  const hasAny = found.state === 'loaded' && found.list.length > 0
  return { found, actions, mayChange, isShown: isMember && (mayChange || hasAny) }
}

interface ContentProps {
  readonly session: EditorSession
  readonly open: boolean
  /** The search field, focused first. */
  readonly search: RefObject<HTMLInputElement | null>
  /** Closes the panel. */
  use(): void
}

/** The panel's content. Kept mounted while the panel fades out. */
function Content({ session, open, search, use }: ContentProps) {
  const editor = useEditorInstance()
  const [own, ownActions] = useTemplates(session.api, slideTemplatesContracts, editor, open)
  const team = useTeamTemplates(session, open)
  const [tab, setTab] = useState('default')
  const [term, setTerm] = useState('')
  const onLayout = (layout: Layout) => {
    use()
    addWithLayout(editor.model, layout)
  }
  const onSlide = (slide: Slide) => {
    use()
    add(editor.model, copySlide(slide), 'right', 'New slide')
  }
  const shared = { term, onUse: onSlide }
  const layoutsTab = (list: readonly Layout[]) => <LayoutsTab {...{ list, term }} onUse={onLayout} />
  const ownTab = <SavedTab found={own} actions={ownActions} rights={{ mayChange: true }} empty={noneOwn} {...shared} />
  const tabs = [
    { id: 'default', label: 'Default', content: layoutsTab(defaultTemplates) },
    { id: 'layouts', label: 'Layouts', content: layoutsTab(layouts) },
    { id: 'own', label: 'Yours', content: ownTab },
    ...(team.isShown ? [{ id: 'team', label: 'Team', content: <TeamTab {...{ session, ...team, ...shared }} /> }] : []),
  ]
  return (
    <>
      <SearchBox className={styles.search} label="Search templates" field={search} value={term} onChange={setTerm} />
      <div className={styles.tabs} data-slide-templates>
        <Tabs label="Templates" tabs={tabs} value={tab} onChange={setTab} />
      </div>
      <footer className={styles.foot}>
        <SaveButton label="Save this slide as a template" actions={ownActions} onSaved={() => setTab('own')} />
        {team.mayChange && (
          <SaveButton
            label="Save this slide as a team template"
            actions={team.actions}
            onSaved={() => setTab('team')}
          />
        )}
      </footer>
    </>
  )
}

/** The panel of built-in templates, own ones and those of the team. */
export function TemplatesPanel({ session }: { session: EditorSession }) {
  const search = useRef<HTMLInputElement>(null)
  return (
    <SidePanel dialog="slide-templates" title="Slide templates" size={limits.ui.templatesPanel} first={search}>
      {(panel) => <Content {...{ session, search }} {...panel} />}
    </SidePanel>
  )
}
