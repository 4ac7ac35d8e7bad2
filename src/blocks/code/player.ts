import type { BlockStage } from '../players.ts'
import { grammarOf } from './code-languages.ts'
import { stepsOf, stepsTaken } from './code-steps.ts'
import { highlightLines, prepareLanguage, type Token } from './highlight-lines.ts'
import './highlight.css'

/** The language a code element names: by attribute, or by class as other reveal.js decks do. */
function languageOf(code: HTMLElement): string | null {
  const names = [
    code.dataset.language ?? '',
    ...Array.from(code.classList, (name) => name.replace(/^lang(uage)?-/, '')),
  ]
  for (const name of names) {
    const grammar = name === '' ? null : grammarOf(name)
    if (grammar) return grammar
  }
  return null
}

function tokenNode({ text, kinds }: Token): Node {
  const kind = kinds.at(-1)
  if (!kind) return document.createTextNode(text)
  const span = document.createElement('span')
  span.className = kind
    .split('.')
    .map((part, depth) => (depth === 0 ? `hljs-${part}` : `${part}_`))
    .join(' ')
  span.textContent = text
  return span
}

function lineElement(tokens: readonly Token[], isLast: boolean): HTMLElement {
  const line = document.createElement('span')
  line.className = 'code-line'
  line.append(...tokens.map(tokenNode))
  // The line's end stays in the text, so that copied code is the code.
  if (!isLast) line.append('\n')
  return line
}

async function show(code: HTMLElement): Promise<void> {
  const grammar = languageOf(code)
  const source = code.textContent ?? ''
  if (grammar) await prepareLanguage(grammar)
  const lines = highlightLines(source.replace(/\n$/, ''), grammar)
  code.replaceChildren(...lines.map((tokens, index) => lineElement(tokens, index === lines.length - 1)))
  code.classList.add('hljs')
}

/** Lights the lines of the step that the slide has come to, and dims the others. */
function light(code: HTMLElement): void {
  const steps = stepsOf(code)
  if (!steps) return
  const lines = new Set(steps[Math.min(stepsTaken(code), steps.length - 1)])
  const elements = Array.from(code.querySelectorAll('.code-line'))
  code.classList.toggle('has-lit-lines', lines.size > 0)
  for (const [index, element] of elements.entries()) element.classList.toggle('is-lit', lines.has(index + 1))
  elements[Math.min(...lines) - 1]?.scrollIntoView?.({ block: 'nearest' })
}

/** Colours code, numbers its lines and follows its steps. */
export function showCode(codes: readonly HTMLElement[], stage: BlockStage): void {
  for (const code of codes) {
    show(code).then(
      () => light(code),
      () => stage.fail('code-failed'),
    )
  }
  stage.onStep((slide) => {
    for (const code of codes) if (slide.contains(code)) light(code)
  })
}
