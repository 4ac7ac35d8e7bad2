/** Height of the area at the window's lower edge that toasts can cover, in px. */
const toastArea = 150
/** Elements higher than this are areas, not controls. */
const controlHeight = 150

/** The vertical position of the last press in the window; null after a key. */
let lastPress: number | null = null

/** Tracks where the user presses. Returns a function that stops it. */
export function watchPresses(): () => void {
  const events = new AbortController()
  const options = { capture: true, passive: true, signal: events.signal }
  const note = ({ clientY }: PointerEvent) => {
    lastPress = clientY
  }
  const forget = () => {
    lastPress = null
  }
  window.addEventListener('pointerdown', note, options)
  window.addEventListener('keydown', forget, options)
  return () => events.abort()
}

/**
 * Whether the user works at the window's lower edge: pressed there, or has the focus there. Toasts then stand at the upper
 * edge, since the next button to press is most likely where the last one was (the rows of a list).
 */
export function worksAtLowerEdge(): boolean {
  const edge = window.innerHeight - toastArea
  const focused = document.activeElement?.getBoundingClientRect()
  const isFocusThere = focused && focused.height > 0 && focused.height < controlHeight && focused.bottom > edge
  return (lastPress !== null && lastPress > edge) || isFocusThere === true
}
