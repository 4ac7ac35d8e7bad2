/** Whether a file is an HTML page: by its MIME type or, if the system gives none, by its extension. */
export function isHtmlFile(file: File): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(file.type) || /\.x?html?$/i.test(file.name)
}
