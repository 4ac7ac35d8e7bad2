import { useCallback, useEffect, useState } from 'react'
import type { Received } from '../../../api/contract.ts'
import { slideTemplatesContracts, teamSlideTemplatesContracts } from '../../../api/slide-templates/contract.ts'
import { themesContracts } from '../../../api/themes/contract.ts'
import { markupProblems } from '../../../document/markup-problems.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { TextEditorDialog } from '../../../ui/code-editor/text-editor-dialog.tsx'
import { FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { showError } from '../../../ui/toast/toast-store.ts'
import { useApi } from '../../data/session-context.tsx'
import type { Theme } from './load-themes.ts'
import styles from './rows.module.css'
import { themeFailure } from './theme-failure.ts'

type Contracts = typeof slideTemplatesContracts
type Template = Received<Contracts['list']['output']>['results'][number]
type Loaded = readonly Template[] | 'loading' | 'failed'

const problems = (html: string) => markupProblems(html).map((problem) => ({ ...problem, severity: 'warning' as const }))

/** The slide templates of the user or the team. */
function useTemplates(contracts: Contracts) {
  const api = useApi()
  const [loaded, setLoaded] = useState<Loaded>('loading')
  const load = useCallback(() => {
    setLoaded('loading')
    api.call(contracts.list).then(
      ({ results }) => setLoaded(results),
      () => setLoaded('failed'),
    )
  }, [api, contracts])
  useEffect(load, [load])
  const replace = (template: Template) =>
    setLoaded((all) => (typeof all === 'string' ? all : all.map((one) => (one.id === template.id ? template : one))))
  return { loaded, load, replace }
}

/** The templates that are offered with the theme. A change is saved at once: it is no part of the theme's versions. */
export function TemplatesTab({ theme, onChange }: { theme: Theme; onChange(ids: readonly number[]): void }) {
  const api = useApi()
  // A theme offers templates of its owner.
  const contracts = theme.team_id === null ? slideTemplatesContracts : teamSlideTemplatesContracts
  const { loaded, load, replace } = useTemplates(contracts)
  const [edited, setEdited] = useState<Template | null>(null)
  const offered = new Set(theme.slide_template_ids)
  const offer = async (id: number, on: boolean) => {
    const contract = on ? themesContracts.addTemplates : themesContracts.removeTemplates
    try {
      const saved = await api.call(contract, { params: { id: theme.id }, body: { slide_template_ids: [id] } })
      onChange(saved.slide_template_ids)
    } catch (error) {
      showError(themeFailure(error, messages.theme.saveFailed))
    }
  }
  const save = async (template: Template, html: string): Promise<string | null> => {
    try {
      const body = { slide_template: { html } }
      replace(await api.call(contracts.change, { params: { id: template.id }, body }))
      return null
    } catch (error) {
      return themeFailure(error, messages.template.saveFailed)
    }
  }
  if (loaded === 'loading') return <LoadingNotice label="Loading the slide templates" />
  if (loaded === 'failed') return <FailedNotice text={messages.template.loadFailed} onRetry={load} />
  return (
    <div className={styles.tab}>
      <p className={styles.note}>
        Checked templates belong to this theme. Those that belong to no theme are offered with every one.
      </p>
      {loaded.length === 0 && (
        <p className={styles.note}>
          {theme.team_id === null ? 'You have' : 'Your team has'} no slide templates yet. Save a slide as a template in
          the editor, and offer it with this theme here.
        </p>
      )}
      <ul className={styles.list} aria-label="Slide templates">
        {loaded.map((template) => (
          <li key={template.id} className={styles.check}>
            <label>
              <input
                type="checkbox"
                checked={offered.has(template.id)}
                onChange={(event) => void offer(template.id, event.target.checked)}
              />
              <span>{template.label}</span>
            </label>
            <Button size="s" onClick={() => setEdited(template)}>
              Edit HTML
            </Button>
          </li>
        ))}
      </ul>
      <TextEditorDialog
        open={edited !== null}
        title={edited?.label ?? 'Template'}
        description="One section, as a slide is stored."
        type="html"
        value={edited?.html ?? ''}
        maxLength={limits.slide.bytes}
        problems={problems}
        onSave={(html) => (edited ? save(edited, html) : null)}
        onClose={() => setEdited(null)}
      />
    </div>
  )
}
