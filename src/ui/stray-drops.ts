/**
 * Ignores files dropped outside of every drop target. Otherwise the browser would leave the page and open the file.
 * Returns the cleanup function.
 */
export function refuseStrayDrops(page: Window): () => void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    // The code editor handles dropped text files.
    if (event.type === 'dragover' && (event.target as Element).closest?.('[contenteditable="true"]')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  page.addEventListener('dragover', refuse)
  page.addEventListener('drop', refuse)
  return () => {
    page.removeEventListener('dragover', refuse)
    page.removeEventListener('drop', refuse)
  }
}
