/** A group of changes ('Added', 'Fixed'), with its lines. */
export interface ChangelogGroup {
  readonly title: string
  readonly items: readonly string[]
}

/** One release. */
export interface ChangelogRelease {
  /** '1.2.0', or 'Unreleased'. */
  readonly version: string
  /** '2025-03-02'; null while unreleased. */
  readonly date: string | null
  /** Text before the first group. */
  readonly text: string
  readonly groups: readonly ChangelogGroup[]
}

interface Draft {
  version: string
  date: string | null
  text: string
  groups: { title: string; items: string[] }[]
}

/** Adds a line to a release: a group's title, an item, the continuation of an item, or text. */
function addLine(release: Draft, line: string): void {
  const title = /^### (.+)$/.exec(line)?.[1]
  const item = /^[-*] (.+)$/.exec(line)?.[1]
  const text = line.trim()
  let group = release.groups.at(-1)
  if (title) {
    release.groups.push({ title: title.trim(), items: [] })
  } else if (item) {
    if (!group) {
      group = { title: '', items: [] }
      release.groups.push(group)
    }
    group.items.push(item.trim())
  } else if (text !== '') {
    const last = group?.items.length ? group.items.length - 1 : -1
    if (group && last >= 0) group.items[last] = `${group.items[last]} ${text}`
    else release.text = `${release.text} ${text}`.trim()
  }
}

/** Parses a changelog in the format of keepachangelog.com: `## [1.2.0] - 2025-03-02`, `### Added`, `- …`. */
export function parseChangelog(markdown: string): ChangelogRelease[] {
  const releases: Draft[] = []
  for (const line of markdown.split('\n')) {
    const heading = /^## \[?([^\]\s]+)\]?(?:\([^)]*\))?(?: - (\d{4}-\d{2}-\d{2}))?\s*$/.exec(line)
    if (heading) releases.push({ version: heading[1] ?? '', date: heading[2] ?? null, text: '', groups: [] })
    else if (/^\[[^\]]+\]: /.test(line)) continue
    else if (releases.length > 0) addLine(releases[releases.length - 1] as Draft, line)
  }
  return releases
}
