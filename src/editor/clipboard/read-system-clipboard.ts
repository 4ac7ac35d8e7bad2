import type { ClipboardContent } from '../actions/clipboard-content.ts'

/** Reads the system clipboard for a menu; null if the browser does not support it or the user refuses. */
export async function readSystemClipboard(): Promise<ClipboardContent | null> {
  try {
    const items = await navigator.clipboard.read()
    const textOf = async (type: string): Promise<string | null> => {
      const item = items.find((one) => one.types.includes(type))
      return item ? (await (await item.getType(type)).text()) || null : null
    }
    const pictures = items.flatMap((item) => {
      const type = item.types.find((one) => one.startsWith('image/'))
      return type ? [item.getType(type).then((blob) => new File([blob], 'picture.png', { type: blob.type }))] : []
    })
    const [html, text] = [await textOf('text/html'), await textOf('text/plain')]
    return { own: null, html, text, images: await Promise.all(pictures), code: null }
  } catch {
    return null
  }
}
