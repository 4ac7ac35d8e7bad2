import { indentWithTab } from '@codemirror/commands'
import { ensureSyntaxTree, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, forceLinting, linter, lintGutter } from '@codemirror/lint'
import { Compartment, EditorState, type Extension, StateEffect } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import { type CodeLanguage, languageSupport } from './code-language.ts'

/** A problem in a text: a range in UTF-16 code units. */
export interface CodeProblem {
  readonly from: number
  readonly to: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Initial state of a code view. Callbacks may change later: the view always calls the current callback. */
export interface CodeViewOptions {
  readonly parent: HTMLElement
  readonly value: string
  readonly language: CodeLanguage
  readonly label: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly readOnly?: boolean
  /** Whether to report syntax errors. */
  readonly syntax?: boolean
  onChange(value: string): void
  /** Returns the problems of a text; called shortly after the last change. */
  problems(value: string): readonly CodeProblem[]
}

/** A code editor in the page. */
export interface CodeView {
  /** Replaces the text as one undo step; does nothing if it is equal. */
  setValue(value: string): void
  /** Replaces the selection, and puts the caret behind the text. */
  insert(text: string): void
  /** Asks for the problems again, at once. */
  recheck(): void
  focus(): void
  destroy(): void
}

/** Delay between the last change and the check for problems, in ms. */
const lintDelay = 400

const colors = HighlightStyle.define([
  {
    tag: [tags.comment, tags.processingInstruction, tags.documentMeta],
    color: 'var(--text-faint)',
    fontStyle: 'italic',
  },
  { tag: [tags.tagName, tags.keyword, tags.operatorKeyword], color: 'light-dark(#8a2f62, #f09ac4)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'light-dark(#6b4a00, #e8c26a)' },
  { tag: [tags.attributeValue, tags.string, tags.special(tags.string)], color: 'light-dark(#0b6650, #86d9bd)' },
  { tag: [tags.number, tags.bool, tags.null, tags.color, tags.unit, tags.atom], color: 'light-dark(#1c4f9c, #9cc3ff)' },
  { tag: [tags.className, tags.typeName, tags.function(tags.variableName)], color: 'light-dark(#1c4f9c, #9cc3ff)' },
  { tag: [tags.angleBracket, tags.bracket, tags.punctuation, tags.operator], color: 'var(--text-soft)' },
  { tag: tags.invalid, color: 'var(--danger)' },
])

const baseTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: 'var(--text-xs)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--text)', padding: 'var(--space-2) 0' },
  '.cm-placeholder': { color: 'var(--text-soft)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface-sunken)', color: 'var(--text-faint)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--pressed)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#c3e2d7, #2b5748)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--lamp-wash)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--lamp)', color: 'var(--on-lamp)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-wash)' },
  '.cm-panels, .cm-tooltip': {
    border: '0 solid var(--line)',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    fontFamily: 'var(--font-text)',
  },
  '.cm-panels-bottom': { borderTopWidth: '1px' },
  '.cm-tooltip': { borderWidth: '1px', borderRadius: 'var(--radius-s)', boxShadow: 'var(--shadow-m)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-panel.cm-search': { padding: 'var(--space-2)' },
  '.cm-panel.cm-search label, .cm-panel.cm-search input, .cm-panel.cm-search button': {
    fontSize: 'var(--text-xs)',
  },
  '.cm-panel.cm-search [name=close]': { minWidth: '28px', minHeight: '28px', color: 'var(--text)' },
  '.cm-textfield': { borderColor: 'var(--line-strong)', background: 'var(--surface)', color: 'var(--text)' },
  '.cm-button': {
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    backgroundImage: 'none',
    background: 'var(--surface)',
    color: 'var(--text)',
  },
})

/**
 * Handles typing over a selection: browsers would add the replaced text's color as an inline style, which the CSP
 * refuses with an error. Input of an IME cannot be intercepted.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { main } = view.state.selection
    const text = event.inputType === 'insertText' && !event.isComposing ? event.data : null
    if (!text || main.empty || view.state.readOnly) return false
    const insert = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, main.from, main.to, text, insert))) view.dispatch(insert())
    event.preventDefault()
    return true
  },
})

/** The page's CSP nonce, required by the editor's styles. Browsers hide it from selectors, not from scripts. */
function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}

/** Asks for the problems again. */
const recheck = StateEffect.define<null>()

/** Time limit for parsing a text that is checked for syntax errors, in ms. */
const parseTime = 200

/** The first syntax error: those after it are often its consequences. */
function firstSyntaxError(state: EditorState): CodeProblem[] {
  const found: CodeProblem[] = []
  ensureSyntaxTree(state, state.doc.length, parseTime)?.iterate({
    enter: ({ type, from, to }) => {
      if (!type.isError || found.length > 0) return
      const start = Math.min(from, Math.max(0, state.doc.length - 1))
      const end = Math.min(Math.max(to, start + 1), state.doc.length)
      found.push({ from: start, to: end, severity: 'error', message: 'This is not expected here.' })
    },
  })
  return found
}

function ownExtensions(options: CodeViewOptions): Extension {
  const { label, maxLength } = options
  const findProblems = ({ state }: EditorView): Diagnostic[] => {
    const found = [...options.problems(state.doc.toString()), ...(options.syntax ? firstSyntaxError(state) : [])]
    // The text may be shorter than the one that a problem was found in.
    return found.filter(({ to }) => to <= state.doc.length)
  }
  return [
    basicSetup,
    keymap.of([indentWithTab]),
    indentUnit.of('  '),
    EditorView.lineWrapping,
    EditorState.readOnly.of(options.readOnly ?? false),
    replaceSelection,
    EditorView.cspNonce.of(pageNonce()),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    syntaxHighlighting(colors),
    baseTheme,
    options.placeholder ? placeholder(options.placeholder) : [],
    linter(findProblems, {
      delay: lintDelay,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(recheck))),
    }),
    options.language === 'text' ? [] : lintGutter(),
    // Rejects changes that exceed the maximum length.
    maxLength === undefined
      ? []
      : EditorState.changeFilter.of((change) => !change.docChanged || change.newDoc.length <= maxLength),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onChange(update.state.doc.toString())
    }),
  ]
}

/** Creates a code editor in an element. */
export function createCodeView(options: CodeViewOptions): CodeView {
  const language = new Compartment()
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({ doc: options.value, extensions: [language.of([]), ownExtensions(options)] }),
  })
  let ended = false
  void languageSupport(options.language).then(
    (support) => {
      if (!ended) view.dispatch({ effects: language.reconfigure(support) })
    },
    // Editing works without syntax colors too.
    () => undefined,
  )
  return {
    setValue: (value) => {
      const present = view.state.doc.toString()
      if (present !== value) view.dispatch({ changes: { from: 0, to: present.length, insert: value } })
    },
    insert: (text) => {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' })
      view.focus()
    },
    recheck: () => {
      view.dispatch({ effects: recheck.of(null) })
      forceLinting(view)
    },
    focus: () => view.focus(),
    destroy: () => {
      ended = true
      view.destroy()
    },
  }
}
