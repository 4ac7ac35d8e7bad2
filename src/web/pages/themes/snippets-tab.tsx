import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { markupProblems } from '../../../document/markup-problems.ts'
import { snippetFields, takesSelection } from '../../../document/snippet-template.ts'
import panel from '../../../editor/panels/panel.module.css'
import { limits } from '../../../rules/limits.ts'
import type { ThemeSnippet } from '../../../rules/theme-snippets.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeEditor } from '../../../ui/code-editor/code-editor.tsx'
import type { CodeProblem } from '../../../ui/code-editor/code-view.ts'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useRemovalFocus } from '../../../ui/use-removal-focus.ts'
import styles from './rows.module.css'
import type { ThemeDraft } from './use-theme-draft.ts'

/** The mistakes of a template: of its markup, and braces that are not closed. */
function templateProblems(template: string): readonly CodeProblem[] {
  const problems: CodeProblem[] = markupProblems(template).map((problem) => ({ ...problem, severity: 'warning' }))
  for (const { index } of template.matchAll(/\{\{/g)) {
    const rest = template.slice(index + 2)
    const [end, next] = [rest.indexOf('}}'), rest.indexOf('{{')]
    if (end >= 0 && (next < 0 || end < next)) continue
    problems.push({
      from: index,
      to: index + 2,
      severity: 'error',
      message: 'This variable is not closed: }} is missing.',
    })
  }
  return problems
}

/** What inserting the snippet asks for. */
function Asks({ template }: { template: string }) {
  const fields = snippetFields(template)
  const asks = fields.map(({ label, initial }) => (initial === '' ? label : `${label} (“${initial}”)`))
  return (
    <div className={styles.tests}>
      <p>{asks.length === 0 ? 'Inserting it asks for nothing.' : `Inserting it asks for: ${asks.join(', ')}.`}</p>
      {takesSelection(template) && <p>The selected text goes where {'{{selection}}'} stands.</p>}
    </div>
  )
}

interface SnippetItemProps {
  readonly snippet: ThemeSnippet
  readonly isOpen: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  toggle(): void
  set(snippet: ThemeSnippet): void
  move(by: 1 | -1): void
  remove(): void
}

function SnippetItem({ snippet, isOpen, isFirst, isLast, toggle, set, move, remove }: SnippetItemProps) {
  const id = useId()
  const name = snippet.title || 'Untitled'
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={toggle}
        >
          {name}
        </button>
        <IconButton label={`Move ${name} up`} icon={<ArrowUp />} disabled={isFirst} onClick={() => move(-1)} />
        <IconButton label={`Move ${name} down`} icon={<ArrowDown />} disabled={isLast} onClick={() => move(1)} />
        <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={remove} />
      </div>
      <div id={`${id}-body`} className={styles.body} hidden={!isOpen}>
        {isOpen && (
          <>
            <div className={panel.stacked}>
              <label htmlFor={id}>Title</label>
              <input
                id={id}
                className={panel.control}
                value={snippet.title}
                maxLength={limits.theme.name}
                onChange={(event) => set({ ...snippet, title: event.target.value })}
              />
            </div>
            <CodeEditor
              className={styles.code}
              label={`Template of ${name}`}
              language="html"
              value={snippet.template}
              maxLength={limits.theme.snippetTemplate}
              problems={templateProblems}
              onChange={(template) => set({ ...snippet, template })}
            />
            <Asks template={snippet.template} />
          </>
        )}
      </div>
    </li>
  )
}

/** The snippets that decks with the theme offer. */
export function SnippetsTab({ content, change }: Pick<ThemeDraft, 'content' | 'change'>) {
  const { snippets } = content
  const [open, setOpen] = useState<number | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const focus = useRemovalFocus<HTMLUListElement>('button', () => addButton.current)
  const write = (next: readonly ThemeSnippet[]) => change({ snippets: next })
  const add = () => {
    write([...snippets, { title: 'New snippet', template: '<p>{{Text::Write here}}</p>' }])
    setOpen(snippets.length)
  }
  const move = (from: number, by: 1 | -1) => {
    const next = [...snippets]
    const [moved] = next.splice(from, 1)
    next.splice(from + by, 0, moved!)
    write(next)
    setOpen((now) => (now === from ? from + by : now === from + by ? from : now))
  }
  const remove = async (index: number) => {
    const title = `Delete “${snippets[index]!.title || 'Untitled'}”?`
    if (!(await confirmDialog({ title, action: 'Delete', dangerous: true }))) return
    focus.removing(index)
    write(snippets.filter((_, at) => at !== index))
    setOpen(null)
  }
  return (
    <div className={styles.tab}>
      <p className={styles.note}>
        Pieces of markup for decks with this theme. <code>{'{{label::default}}'}</code> asks for a value when it is
        inserted, <code>{'{{selection}}'}</code> is the selected text.
      </p>
      {snippets.length > 0 && (
        <ul ref={focus.list} className={styles.list} aria-label="Snippets">
          {snippets.map((snippet, index) => (
            <SnippetItem
              // biome-ignore lint/suspicious/noArrayIndexKey: a snippet keeps its fields while its title is typed
              key={index}
              snippet={snippet}
              isOpen={index === open}
              isFirst={index === 0}
              isLast={index === snippets.length - 1}
              toggle={() => setOpen(index === open ? null : index)}
              set={(next) => write(snippets.map((one, at) => (at === index ? next : one)))}
              move={(by) => move(index, by)}
              remove={() => void remove(index)}
            />
          ))}
        </ul>
      )}
      {snippets.length < limits.theme.snippets && (
        <div>
          <Button ref={addButton} size="s" icon={<Plus />} onClick={add}>
            Add a snippet
          </Button>
        </div>
      )}
    </div>
  )
}
