import { useEffect, useState } from 'react'
import type { ReadHtml } from '../../../editor/html/read-html.ts'
import { RemovedList } from '../../features/removed/removed-list.tsx'

/** Debounce of the check, in ms. */
const debounce = 500
/** Length in characters above which the text is checked only on save: the check would block typing. */
const maxChecked = 300_000

const keepsAll = 'Everything in it can be kept.'

/**
 * Below a text field: lists the markup that would be removed on save, or why it cannot be saved. Updated while the user
 * types, debounced.
 */
export function RemovedNotice({ text, read }: { text: string; read: (text: string) => ReadHtml<unknown> }) {
  const [shown, setShown] = useState<ReadHtml<unknown> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a new function on every render, with the same behavior
  useEffect(() => {
    const timer = setTimeout(() => setShown(text.length > maxChecked ? null : read(text)), debounce)
    return () => clearTimeout(timer)
  }, [text])
  if (text.length > maxChecked)
    return <RemovedList removed={[]} empty="This is much: it is looked through when you save." />
  if (shown === null) return <RemovedList removed={[]} empty={keepsAll} />
  if ('refused' in shown) return <RemovedList removed={[shown.refused]} isRefused />
  return <RemovedList removed={shown.removed.map((removal) => removal.message)} empty={keepsAll} />
}
