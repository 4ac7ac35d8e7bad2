import { type ComponentProps, type ReactElement, type RefObject, useLayoutEffect, useRef } from 'react'

/** Who has the keys when a popup comes and when it goes. */
export interface PopupFocus {
  /** What gets them when it opens: an element of it, its first control, or itself. Otherwise its own kind decides. */
  readonly first?: RefObject<HTMLElement | null> | 'control' | 'popup'
  /** What gets them back; without one, what had them before. */
  readonly back?: RefObject<HTMLElement | null>
  /** Asked when it closes: whether they are given back to that. False where closing has put them elsewhere. */
  readonly returnsFocus?: () => boolean
}

/** Props of a popup that make it take the keys and give them back. */
export interface PopupFocusProps {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly initialFocus?: false
  readonly finalFocus: () => boolean
  readonly render: (props: ComponentProps<'div'>, state: { readonly open: boolean }) => ReactElement
}

interface SurfaceProps extends PopupFocus {
  readonly open: boolean
  readonly popup: RefObject<HTMLDivElement | null>
  /** Whether the keys are where they belong since it closed. */
  readonly settled: RefObject<boolean>
  readonly element: ComponentProps<'div'>
}

const controls = 'input, textarea, select, button, a[href], [tabindex="0"]'
const unreachable = ':disabled, [type="hidden"], [tabindex="-1"], [hidden]'

function take(popup: HTMLElement, first: Exclude<PopupFocus['first'], undefined>): void {
  const found = [...popup.querySelectorAll<HTMLElement>(controls)].find((one) => !one.matches(unreachable))
  const wanted = first === 'popup' ? null : first === 'control' ? found : (first.current ?? found)
  wanted?.focus()
  if (!popup.contains(document.activeElement)) popup.focus({ preventScroll: true })
}

function Surface({ open, popup, settled, element, first, back, returnsFocus }: SurfaceProps) {
  const before = useRef<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what opens and closes it moves the keys
  useLayoutEffect(() => {
    const active = document.activeElement
    const has = popup.current?.contains(active) ?? false
    if (open) {
      settled.current = false
      if (has) return
      before.current = active
      if (first !== undefined && popup.current) take(popup.current, first)
      return
    }
    // A menu beside a line of this one closes with it. Nobody has the keys after a press beside a dialog.
    const gives = has || active?.closest('[role="menu"]') || (active === document.body && !back)
    settled.current = gives ? returnsFocus?.() === false : active !== document.body
    if (!gives || settled.current) return
    const target = back ? back.current : before.current
    if (!(target instanceof HTMLElement) || !target.isConnected || target === document.body) return
    target.focus({ preventScroll: true })
    settled.current = true
  }, [open])
  return <div {...element} />
}

/**
 * Gives a popup the keys in the moment it is there, and gives them back in the moment it closes: the next keys are for
 * what lies below, though the popup is still seen to fade.
 */
export function usePopupFocus(focus: PopupFocus): PopupFocusProps {
  const popup = useRef<HTMLDivElement | null>(null)
  const settled = useRef(false)
  return {
    ref: popup,
    ...(typeof focus.first === 'undefined' ? {} : { initialFocus: false as const }),
    // For what is taken away without being closed, and where what had the keys before is gone.
    finalFocus: () => !settled.current && (focus.returnsFocus?.() ?? true),
    render: (props, { open }) => <Surface {...focus} {...{ open, popup, settled }} element={props} />,
  }
}
