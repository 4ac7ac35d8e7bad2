import type { BlockEditing, EditingPlace } from '../block-editor.ts'
import type { CodeProps } from './block.ts'
import { guessLanguage } from './guess-language.ts'
import { closingBracket, indentedLines, newLine, type TypedText } from './indent.ts'

/** Pause in typing before the language is detected, in ms. */
const guessPause = 300

/** In-place code editing: a transparent text field over the highlighted lines. */
export function typeCode(place: EditingPlace<CodeProps>): BlockEditing {
  return new CodeTyping(place)
}

class CodeTyping implements BlockEditing {
  readonly #place: EditingPlace<CodeProps>
  #field: HTMLTextAreaElement | null = null
  /** The last detected language; '' before. */
  #guessed = ''
  #guessing: ReturnType<typeof setTimeout> | undefined

  constructor(place: EditingPlace<CodeProps>) {
    this.#place = place
  }

  begin(): void {
    const wrapper = this.#place.wrapper()
    if (!wrapper) return
    const field = wrapper.ownerDocument.createElement('textarea')
    field.className = 'code-field'
    field.dataset.inPlace = 'code'
    field.spellcheck = false
    field.setAttribute('autocapitalize', 'off')
    field.setAttribute('aria-label', 'Code')
    field.value = this.#place.block().props.code
    this.#field = field
    // Next to the block, not inside: redrawing the block must not remove the field.
    wrapper.parentElement!.append(field)
    this.#follow()
    field.addEventListener('input', () => this.#write(field.value, true))
    field.addEventListener('keydown', (event) => this.#key(event, field))
    field.addEventListener('scroll', () => this.#scroll(field))
    field.focus({ preventScroll: true })
    const { entry } = this.#place
    if (entry.kind === 'all') field.select()
    else field.setSelectionRange(field.value.length, field.value.length)
    if (entry.kind === 'typed')
      this.#replace({ text: entry.text, from: 0, to: field.value.length, caret: entry.text.length })
  }

  focus(): void {
    this.#field?.focus({ preventScroll: true })
  }

  owns(node: Node): boolean {
    return node === this.#field
  }

  refresh(): void {
    this.#follow()
    const field = this.#field
    const { code } = this.#place.block().props
    if (!field || field.value === code) return
    field.value = code
    field.setSelectionRange(code.length, code.length)
  }

  destroy(): void {
    this.#field?.remove()
    this.#field = null
    clearTimeout(this.#guessing)
    this.#guess()
  }

  /** Debounced, so that keys are handled first. */
  #guessSoon(): void {
    clearTimeout(this.#guessing)
    this.#guessing = setTimeout(() => this.#guess(), guessPause)
  }

  /** Detects the language again as the code grows, unless the author has chosen one. */
  #guess(): void {
    const { code, language } = this.#place.block().props
    if (language !== this.#guessed) return
    const guess = guessLanguage(code)
    if (guess === '' || guess === language) return
    this.#guessed = guess
    this.#change({ language: guess }, true)
  }

  #write(code: string, merges: boolean): void {
    this.#change({ code }, merges)
    this.#follow()
    this.#guessSoon()
  }

  #change(props: Partial<CodeProps>, merges: boolean): void {
    this.#place.change((block) => ({ ...block, props: { ...block.props, ...props } }), { label: 'Typing', merges })
  }

  #key(event: KeyboardEvent, field: HTMLTextAreaElement): void {
    const edit = editOfKey(event, field)
    if (!edit) return
    event.preventDefault()
    this.#replace(edit)
  }

  #replace({ text, from, to, caret, end = caret }: TypedText): void {
    const field = this.#field
    if (!field) return
    field.setRangeText(text, from, to)
    field.setSelectionRange(caret, end)
    this.#write(field.value, false)
  }

  #scroll(field: HTMLTextAreaElement): void {
    const pre = this.#place.wrapper()?.querySelector('pre')
    if (!pre) return
    pre.scrollTop = field.scrollTop
    pre.scrollLeft = field.scrollLeft
  }

  /** Copies the block's position and typography to the field. */
  #follow(): void {
    const wrapper = this.#place.wrapper()
    const code = wrapper?.querySelector('code')
    const view = wrapper?.ownerDocument.defaultView
    if (!this.#field || !wrapper || !code || !view) return
    const { style } = this.#field
    const letters = view.getComputedStyle(code)
    for (const name of ['fontFamily', 'fontSize', 'lineHeight', 'letterSpacing', 'tabSize', 'paddingTop'] as const)
      style[name] = letters[name]
    style.caretColor = letters.color
    // As in the style sheet of the numbers.
    const digits = letters.getPropertyValue('--code-digits') || '1'
    const numbers = this.#place.block().props.lineNumbers ? `1em + max(1.6em, ${digits}ch)` : '0px'
    style.paddingLeft = `calc(${letters.paddingLeft} + ${numbers})`
    style.left = `${wrapper.offsetLeft}px`
    style.top = `${wrapper.offsetTop}px`
    style.width = `${wrapper.offsetWidth}px`
    style.height = `${wrapper.offsetHeight}px`
  }
}

/** The special edit of a key (indent, newline, bracket); null if it just types its character. */
function editOfKey(
  event: KeyboardEvent,
  { value, selectionStart: from, selectionEnd: to }: HTMLTextAreaElement,
): TypedText | null {
  if (event.isComposing || event.metaKey) return null
  // Some keyboard layouts type brackets with Alt, or with Ctrl and Alt.
  if (event.altKey || !event.ctrlKey) {
    const closed = closingBracket(value, from, to, event.key)
    if (closed) return closed
  }
  if (event.altKey || event.ctrlKey) return null
  if (event.key === 'Tab') return indentedLines(value, from, to, event.shiftKey)
  return event.key === 'Enter' ? newLine(value, from, to) : null
}
