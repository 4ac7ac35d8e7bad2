import {
  type ComponentType,
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { ThemeColorProps } from '../../../blocks/block-editor.ts'
import { messages } from '../../../rules/messages.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useEditorInstance } from '../../state/use-editor.ts'
import { useThemeColor } from '../use-theme-color.ts'
import styles from './color-button.module.css'
import type { ColorPopoverProps } from './color-popover.tsx'
import { nameOfColor, useShownColor } from './shown-color.ts'

/** Replaces a popover that could not be loaded. */
function LoadFailed({ onClose }: ColorPopoverProps) {
  const { services } = useEditorInstance()
  useEffect(() => {
    services.notify(messages.deck.partLoadFailed, 'error')
    onClose(false)
  }, [services, onClose])
  return null
}

const load = () => import('./color-popover.tsx')
const ColorPopover = lazy(() =>
  load().then(
    (loaded): { default: ComponentType<ColorPopoverProps> } => ({ default: loaded.ColorPopover }),
    () => ({ default: LoadFailed }),
  ),
)

/** What a color button chooses. */
export interface ColorChoice extends Pick<ColorPopoverProps, 'value' | 'label' | 'onChange'> {
  /** The label of '', which means no color or the theme's; null: it always has a color. */
  readonly none: string | null
  /** The color shown for ''; '' if unknown or none. */
  readonly theme?: string
  readonly gradients?: boolean
  /** What the contrast with the colors behind is measured for; missing: not measured. */
  readonly contrast?: 'text' | 'graphics'
  /** Of the slide's background. */
  readonly isGround?: boolean
}

/** A button with a color, or an icon over a bar in it. It opens the color picker. */
export function ColorButton({
  id,
  icon,
  ...choice
}: ColorChoice & { readonly id?: string; readonly icon?: ReactNode }) {
  const { value, label, theme = '', isGround = false } = choice
  const { view } = useEditorInstance()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const shown = useShownColor(value, isGround) || theme
  const close = (returnsFocus: boolean) => {
    setOpen(false)
    if (!returnsFocus) return
    if (view.text) view.text.focus()
    else button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={classNames(
          icon ? styles.icon : styles.swatch,
          shown === '' && styles.none,
          shown.includes('gradient(') && styles.gradient,
        )}
        style={{ '--color': shown || 'transparent' } as CSSProperties}
        aria-label={label}
        aria-description={value === '' ? (choice.none ?? undefined) : nameOfColor(value)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={icon ? label : undefined}
        onPointerEnter={() => void load().catch(() => undefined)}
        onFocus={() => void load().catch(() => undefined)}
        onClick={() => (isOpen ? close(true) : setOpen(true))}
      >
        {icon}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ColorPopover {...choice} theme={theme} anchor={button} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** A color in a panel: its button and name, and 'Clear' for none or the theme's. */
export function ColorInput(props: Omit<ColorChoice, 'none'> & { readonly id: string; readonly none?: string | null }) {
  const { value, none = 'Theme', onChange } = props
  return (
    <span className={styles.input}>
      <ColorButton {...props} none={none} />
      <span className={styles.name}>{value === '' ? none : nameOfColor(value)}</span>
      {value !== '' && none !== null && (
        <button type="button" className={styles.clear} onClick={() => onChange('', false)}>
          Clear
        </button>
      )}
    </span>
  )
}

type PlainColorInputProps = Omit<Parameters<typeof ColorInput>[0], 'id' | 'theme'> & ThemeColorProps

/** As ColorInput, for panels of blocks: without an id. */
export function PlainColorInput({ themeOf, ...props }: PlainColorInputProps) {
  const theme = useThemeColor(themeOf?.block ?? null, themeOf?.place ?? null)
  return <ColorInput {...props} theme={theme} id={useId()} />
}
