import { type ComponentProps, type ReactElement, type RefObject, useLayoutEffect, useRef } from 'react'

/** Focus management of a popup. */
export interface PopupFocus {
  /**
   * Initial focus: an element, the first field of a form in the popup (without one: its first control), or the popup
   * itself. By default its type decides.
   */
  readonly first?: RefObject<HTMLElement | null> | 'field' | 'popup'
  /** Element that gets the focus on close; by default the previously focused one. */
  readonly back?: RefObject<HTMLElement | null>
  /** Whether to restore the focus; called on close. False if the result has moved the focus elsewhere. */
  readonly returnsFocus?: () => boolean
}

/** Props that make a popup take and restore the focus. */
export interface PopupFocusProps {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly initialFocus?: false
  readonly finalFocus: () => boolean
  readonly render: (props: ComponentProps<'div'>, state: { readonly open: boolean }) => ReactElement
}

interface SurfaceProps extends PopupFocus {
  readonly open: boolean
  readonly popup: RefObject<HTMLDivElement | null>
  /** Whether the focus has been restored since it closed. */
  readonly settled: RefObject<boolean>
  readonly element: ComponentProps<'div'>
}

const controls = 'input, textarea, select, button, a[href], [tabindex="0"]'
/**
 * Fields to fill in: those of a form, and text areas outside forms. Radio buttons and checkboxes are left out: there, Enter
 * would submit a form that the user has not read.
 */
const fields = 'form :is(input:not([type="radio"], [type="checkbox"]), textarea, select), textarea'
const unreachable = ':disabled, [type="hidden"], [tabindex="-1"], [hidden]'

function firstIn(popup: HTMLElement, selector: string): HTMLElement | undefined {
  return [...popup.querySelectorAll<HTMLElement>(selector)].find((one) => !one.matches(unreachable))
}

function take(popup: HTMLElement, first: Exclude<PopupFocus['first'], undefined>): void {
  const element = first === 'popup' ? null : first === 'field' ? firstIn(popup, fields) : first.current
  const wanted = first === 'popup' ? null : (element ?? firstIn(popup, controls))
  wanted?.focus()
  if (!popup.contains(document.activeElement)) popup.focus({ preventScroll: true })
}

/**
 * Returns the focus that a closing popup receives. Base UI focuses a popup again in the frame after its focused element
 * was removed, even if it has closed by then; the focus would be lost with the popup.
 */
function refuseFocus({ currentTarget, relatedTarget }: FocusEvent): void {
  const isOutside = currentTarget instanceof Node && !currentTarget.contains(relatedTarget as Node | null)
  if (isOutside && relatedTarget instanceof HTMLElement) relatedTarget.focus({ preventScroll: true })
}

function Surface({ open, popup, settled, element, first, back, returnsFocus }: SurfaceProps) {
  const before = useRef<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and closing move the focus
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
    // A submenu closes with its menu. After a click outside a dialog nothing has the focus.
    const gives = has || active?.closest('[role="menu"]') || (active === document.body && !back)
    settled.current = gives ? returnsFocus?.() === false : active !== document.body
    if (!gives || settled.current) return
    const target = back ? back.current : before.current
    if (!(target instanceof HTMLElement) || !target.isConnected || target === document.body) return
    target.focus({ preventScroll: true })
    settled.current = true
  }, [open])
  useLayoutEffect(() => {
    const closing = popup.current
    if (open || !closing) return
    closing.addEventListener('focusin', refuseFocus)
    return () => closing.removeEventListener('focusin', refuseFocus)
  }, [open, popup])
  return <div {...element} />
}

/**
 * Focuses a popup as soon as it is mounted, and restores the focus as soon as it closes. The popup still fades out
 * then, but the next keys belong to the page below.
 */
export function usePopupFocus(focus: PopupFocus): PopupFocusProps {
  const popup = useRef<HTMLDivElement | null>(null)
  const settled = useRef(false)
  return {
    ref: popup,
    ...(typeof focus.first === 'undefined' ? {} : { initialFocus: false as const }),
    // For popups that are unmounted without closing, or whose previous focus is gone.
    finalFocus: () => !settled.current && (focus.returnsFocus?.() ?? true),
    render: (props, { open }) => <Surface {...focus} {...{ open, popup, settled }} element={props} />,
  }
}
