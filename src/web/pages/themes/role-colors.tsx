import { Check, RotateCcw, TriangleAlert } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { counted } from '../../../rules/counted.ts'
import { type ContrastPair, contrastReport } from '../../../rules/theme-contrast.ts'
import { type ThemeRole, type ThemeRoleId, themeRoles } from '../../../rules/theme-roles.ts'
import { validateHexColor } from '../../../rules/theme-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { colorsOf } from './colors-of.ts'
import styles from './role-colors.module.css'
import { ThemeColorButton } from './theme-color-button.tsx'
import type { ThemeDraft } from './use-theme-draft.ts'

type EditProps = Pick<ThemeDraft, 'content' | 'change'>

/** A color's hex code. A text that is none is kept while it is typed, and not applied. */
export function HexField({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const isWrong = validateHexColor(typed) !== null
  return (
    <input
      className={styles.hex}
      aria-label={label}
      aria-invalid={isWrong}
      value={typed}
      maxLength={9}
      spellCheck={false}
      autoComplete="off"
      onChange={({ target }) => {
        const text = target.value.trim()
        setTyped(text)
        if (validateHexColor(text) === null) onChange(text.toLowerCase())
      }}
      onBlur={() => setTyped(value)}
    />
  )
}

interface RoleRowProps {
  readonly content: ThemeDraft['content']
  readonly role: ThemeRole
  readonly color: string
  readonly isOwn: boolean
  readonly pair: ContrastPair | null
  set(color: string | null): void
}

/** The contrast of a color, and the nearest one that passes. */
function Contrast({ pair, set }: { pair: ContrastPair; set(color: string): void }) {
  const ratio = `${(Math.floor(pair.ratio * 10) / 10).toFixed(1)}:1`
  if (pair.passes) {
    return (
      <span className={styles.ratio} title={`Passes AA: at least ${pair.least}:1`}>
        <Check aria-hidden />
        <span className="spoken-only">Passes AA: </span>
        {ratio}
      </span>
    )
  }
  const { nearest } = pair
  return (
    <span className={styles.failed}>
      <span className={styles.ratio} title={`AA needs ${pair.least}:1`}>
        <TriangleAlert aria-hidden />
        <span className="spoken-only">Fails AA: </span>
        {ratio}
      </span>
      {nearest && (
        <button type="button" className={styles.nearest} onClick={() => set(nearest)}>
          <span className={styles.dot} style={{ backgroundColor: nearest }} aria-hidden />
          Use {nearest}
        </button>
      )}
    </span>
  )
}

function RoleRow({ content, role, color, isOwn, pair, set }: RoleRowProps) {
  const swatch = useRef<HTMLButtonElement>(null)
  /** Sets the color by a button that this removes: its focus moves to the row's first control. */
  const replace = (next: string | null) => {
    set(next)
    swatch.current?.focus()
  }
  return (
    <li className={styles.row}>
      <ThemeColorButton ref={swatch} label={role.label} value={color} content={content} onChange={set} />
      <span className={styles.label}>{role.label}</span>
      <HexField label={`${role.label}: hex code`} value={color} onChange={set} />
      {pair ? <Contrast pair={pair} set={replace} /> : <span />}
      {isOwn ? (
        <IconButton
          className={styles.reset}
          label={`${role.label}: take the color of the color theme`}
          icon={<RotateCcw />}
          onClick={() => replace(null)}
        />
      ) : (
        <span />
      )}
    </li>
  )
}

interface SummaryProps {
  readonly ref: Ref<HTMLParagraphElement>
  readonly failed: readonly ContrastPair[]
  fix(): void
}

function Summary({ ref, failed, fix }: SummaryProps) {
  if (failed.length === 0) {
    return (
      <p ref={ref} tabIndex={-1} className={styles.summary}>
        All colors can be read on the background (WCAG AA).
      </p>
    )
  }
  const words = counted(failed.length, 'color is', 'colors are')
  return (
    <p ref={ref} tabIndex={-1} className={styles.warning} role="status">
      <span>{words} hard to see on the background.</span>
      <Button size="s" onClick={fix}>
        Use the nearest that pass
      </Button>
    </p>
  )
}

/** The colors by role, each with its contrast on the background. */
export function RoleColors({ content, change }: EditProps) {
  const summary = useRef<HTMLParagraphElement>(null)
  const colors = colorsOf(content)
  const report = contrastReport(colors)
  const set = (id: ThemeRoleId, color: string | null) => {
    const { [id]: _dropped, ...others } = content.colors
    change({ colors: color === null ? others : { ...others, [id]: color } })
  }
  const failed = report.filter(({ passes }) => !passes)
  const fix = () => {
    const fixed = failed.flatMap(({ role, nearest }) => (nearest ? [[role.id, nearest]] : []))
    change({ colors: { ...content.colors, ...Object.fromEntries(fixed) } })
    summary.current?.focus()
  }
  return (
    <>
      <Summary ref={summary} failed={failed} fix={fix} />
      <ul className={styles.list}>
        {themeRoles.map((role) => (
          <RoleRow
            key={role.id}
            content={content}
            role={role}
            color={colors[role.id]}
            isOwn={role.id in content.colors}
            pair={report.find((pair) => pair.role === role) ?? null}
            set={(color) => set(role.id, color)}
          />
        ))}
      </ul>
    </>
  )
}
