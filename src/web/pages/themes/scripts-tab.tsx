import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import panel from '../../../editor/panels/panel.module.css'
import { limits } from '../../../rules/limits.ts'
import { type ThemeScript, validateIntegrity } from '../../../rules/theme-settings.ts'
import { validateScriptUrl } from '../../../rules/validators.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './rows.module.css'
import type { ThemeDraft } from './use-theme-draft.ts'

interface ScriptRowProps {
  readonly index: number
  readonly script: ThemeScript
  set(script: ThemeScript): void
  remove(): void
}

interface LineFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly maxLength: number
  readonly error: string | null
  onChange(value: string): void
}

function LineField({ label, value, error, onChange, ...rest }: LineFieldProps) {
  const id = useId()
  return (
    <div className={panel.stacked}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={panel.control}
        {...rest}
        value={value}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        aria-invalid={error !== null}
        aria-describedby={`${id}-error`}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <span id={`${id}-error`} className={styles.error} role={error === null ? undefined : 'alert'}>
        {error}
      </span>
    </div>
  )
}

function ScriptRow({ index, script, set, remove }: ScriptRowProps) {
  const { url, integrity } = script
  return (
    <li className={styles.row}>
      <div className={styles.fields}>
        <LineField
          label={`Script ${index + 1}`}
          value={url}
          placeholder="https://"
          maxLength={limits.theme.scriptUrl}
          error={url === '' ? null : validateScriptUrl(url)}
          onChange={(next) => set({ ...script, url: next })}
        />
        <LineField
          label="Integrity hash (optional)"
          value={integrity ?? ''}
          placeholder="sha384-…"
          maxLength={110}
          error={integrity === null ? null : validateIntegrity(integrity)}
          onChange={(next) => set({ ...script, integrity: next === '' ? null : next })}
        />
      </div>
      <IconButton label={`Remove script ${index + 1}`} icon={<X />} onClick={remove} />
    </li>
  )
}

/** The first mistake in the scripts of a theme; null if there is none. */
export function scriptMistake(scripts: readonly ThemeScript[]): string | null {
  const found = scripts.map(({ url, integrity }) => {
    return validateScriptUrl(url) ?? (integrity === null ? null : validateIntegrity(integrity))
  })
  return found.find((message) => message !== null) ?? null
}

/** The scripts that the theme loads before its own JavaScript, in order. */
export function ScriptsTab({ content, change }: Pick<ThemeDraft, 'content' | 'change'>) {
  const { scripts } = content
  const write = (next: readonly ThemeScript[]) => change({ scripts: next })
  return (
    <div className={styles.tab}>
      <p className={styles.note}>
        Loaded before the theme’s JavaScript, in this order, where decks are shown; never in exports. Their authors can
        do with a deck what they like: list only those that you trust.
      </p>
      {scripts.length > 0 && (
        <ol className={styles.list} aria-label="Scripts">
          {scripts.map((script, index) => (
            <ScriptRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a script keeps its fields while its address is typed
              key={index}
              {...{ index, script }}
              set={(next) => write(scripts.map((one, at) => (at === index ? next : one)))}
              remove={() => write(scripts.filter((_, at) => at !== index))}
            />
          ))}
        </ol>
      )}
      {scripts.length < limits.theme.scripts && (
        <div>
          <Button size="s" icon={<Plus />} onClick={() => write([...scripts, { url: '', integrity: null }])}>
            Add a script
          </Button>
        </div>
      )}
    </div>
  )
}
