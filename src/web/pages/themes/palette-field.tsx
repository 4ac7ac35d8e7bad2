import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import panel from '../../../editor/panels/panel.module.css'
import { limits } from '../../../rules/limits.ts'
import { themeRoles } from '../../../rules/theme-roles.ts'
import { paletteColors } from '../../../rules/theme-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useRemovalFocus } from '../../../ui/use-removal-focus.ts'
import { colorsOf } from './colors-of.ts'
import styles from './palette-field.module.css'
import { HexField } from './role-colors.tsx'
import { ThemeColorButton } from './theme-color-button.tsx'
import type { ThemeDraft } from './use-theme-draft.ts'

interface PaletteColorProps {
  readonly content: ThemeDraft['content']
  readonly index: number
  readonly color: string
  set(color: string): void
  remove(): void
}

function PaletteColor({ content, index, color, set, remove }: PaletteColorProps) {
  const label = `Color ${index + 1}`
  return (
    <li className={styles.color}>
      <ThemeColorButton label={label} value={color} content={content} onChange={set} />
      <HexField label={`${label}: hex code`} value={color} onChange={set} />
      <IconButton className={styles.remove} label={`Remove color ${index + 1}`} icon={<X />} onClick={remove} />
    </li>
  )
}

/** The colors that the color picker of decks with this theme offers. */
export function PaletteField({ content, change }: Pick<ThemeDraft, 'content' | 'change'>) {
  const colors = paletteColors(content.palette)
  const add = useRef<HTMLButtonElement>(null)
  const focus = useRemovalFocus<HTMLUListElement>('button', () => add.current)
  const write = (next: readonly string[]) => change({ palette: next.join(',') })
  const fromRoles = () => {
    const own = colorsOf(content)
    write([...new Set(themeRoles.map(({ id }) => own[id]))])
  }
  return (
    <>
      <p className={panel.note}>
        {colors.length === 0
          ? 'Without a palette, decks offer the colors of the roles.'
          : 'Decks with this theme offer exactly these colors.'}
      </p>
      {colors.length > 0 && (
        <ul ref={focus.list} className={styles.list} aria-label="Colors of the palette">
          {colors.map((color, index) => (
            <PaletteColor
              // biome-ignore lint/suspicious/noArrayIndexKey: a color keeps its field while it is changed
              key={index}
              content={content}
              index={index}
              color={color}
              set={(next) => write(colors.map((one, at) => (at === index ? next : one)))}
              remove={() => {
                focus.removing(index)
                write(colors.filter((_, at) => at !== index))
              }}
            />
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        {colors.length < limits.theme.palette && (
          <Button ref={add} size="s" icon={<Plus />} onClick={() => write([...colors, colorsOf(content)['accent-1']])}>
            Add a color
          </Button>
        )}
        {colors.length === 0 && (
          <Button size="s" onClick={fromRoles}>
            Begin with the roles
          </Button>
        )}
      </div>
    </>
  )
}
