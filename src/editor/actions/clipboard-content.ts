/** Our own form on the clipboard: the HTML of a slide that holds the copied blocks, in JSON. */
export const ownType = 'application/x-lectern+json'

/** What a clipboard offers, each null (or empty) when it doesn't. */
export interface ClipboardContent {
  /** HTML of a slide with the copied blocks, as this editor wrote it; from outside nevertheless. */
  readonly own: string | null
  readonly html: string | null
  readonly text: string | null
  readonly images: readonly File[]
}

/** Reads a clipboard. */
export function readClipboard(data: DataTransfer): ClipboardContent {
  return {
    own: ownHtml(data.getData(ownType)),
    html: data.getData('text/html') || null,
    text: data.getData('text/plain') || null,
    images: [...data.files].filter((file) => file.type.startsWith('image/')),
  }
}

/** Our form, as it is put on a clipboard. */
export function ownContent(slideHtml: string): string {
  return JSON.stringify({ version: 1, slide: slideHtml })
}

function ownHtml(json: string): string | null {
  if (json === '') return null
  try {
    const value: unknown = JSON.parse(json)
    const slide = typeof value === 'object' && value !== null && 'slide' in value ? value.slide : null
    return typeof slide === 'string' ? slide : null
  } catch {
    // Somebody else's data under our name: the other forms will do.
    return null
  }
}
