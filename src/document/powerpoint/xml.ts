/** English Metric Units in a slide px: 96 px are an inch. */
const emuPerPx = 9525

/** A length or place in EMU. */
export function emu(px: number): number {
  return Math.round(px * emuPerPx)
}

/** A length that may not be negative. */
export function size(px: number): number {
  return Math.max(0, emu(px))
}

/** Hundredths of a point. */
export function points(px: number): number {
  return Math.round(px * 75)
}

/** Sixty-thousandths of a degree, from 0 to a full turn. */
export function angle(degrees: number): number {
  return Math.round((((degrees % 360) + 360) % 360) * 60_000) % 21_600_000
}

/** Thousandths of a percent. */
export function share(value: number): number {
  return Math.round(value * 100_000)
}

/** Whether XML 1.0 has a place for a character. */
function isPossible(character: string): boolean {
  const code = character.codePointAt(0)!
  if (code < 32) return code === 9 || code === 10 || code === 13
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}

/** Escapes text for content and attributes. */
export function text(value: string): string {
  return Array.from(value)
    .filter(isPossible)
    .join('')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Attributes of an element, without those that are null. */
export function attributes(values: Readonly<Record<string, string | number | null | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === null || value === undefined ? '' : ` ${name}="${text(String(value))}"`))
    .join('')
}

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The namespaces of slides and their like. */
export const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Types of relationships between parts. */
const relationshipTypes = {
  document: `${office}/officeDocument`,
  core: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
  app: `${office}/extended-properties`,
  master: `${office}/slideMaster`,
  layout: `${office}/slideLayout`,
  slide: `${office}/slide`,
  notesMaster: `${office}/notesMaster`,
  notes: `${office}/notesSlide`,
  theme: `${office}/theme`,
  presentationProperties: `${office}/presProps`,
  viewProperties: `${office}/viewProps`,
  tableStyles: `${office}/tableStyles`,
  image: `${office}/image`,
  link: `${office}/hyperlink`,
  chart: `${office}/chart`,
  package: `${office}/package`,
  video: `${office}/video`,
  audio: `${office}/audio`,
  media: 'http://schemas.microsoft.com/office/2007/relationships/media',
  sheet: `${office}/worksheet`,
} as const

export type RelationshipType = keyof typeof relationshipTypes

/** The relationships of a part. The same target has one id. */
export class Relationships {
  readonly #list: {
    readonly id: string
    readonly type: RelationshipType
    readonly target: string
    readonly external: boolean
  }[] = []

  add(type: RelationshipType, target: string, external = false): string {
    const found = this.#list.find((one) => one.type === type && one.target === target)
    if (found) return found.id
    const id = `rId${this.#list.length + 1}`
    this.#list.push({ id, type, target, external })
    return id
  }

  get isEmpty(): boolean {
    return this.#list.length === 0
  }

  xml(): string {
    const list = this.#list.map(
      ({ id, type, target, external }) =>
        `<Relationship${attributes({ Id: id, Type: relationshipTypes[type], Target: target, TargetMode: external ? 'External' : null })}/>`,
    )
    return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
  }
}
