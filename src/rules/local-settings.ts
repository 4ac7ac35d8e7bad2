/** Settings stored in this browser only. */
export interface LocalSettings {
  /** Hides the editor's side bar unless the pointer is at the left edge. */
  readonly editorAutoHide: boolean
  readonly editorAutoSave: boolean
}

/** Version of the stored format; settings of other versions are dropped. */
const localSettingsVersion = 1

/** Defaults for a browser without stored settings. */
export const defaultLocalSettings: LocalSettings = { editorAutoHide: false, editorAutoSave: true }

/** Parses stored settings. Null, invalid text and other versions give the defaults; unknown keys are dropped. */
export function parseLocalSettings(stored: string | null): LocalSettings {
  let value: unknown
  try {
    value = JSON.parse(stored ?? 'null')
  } catch {
    return defaultLocalSettings
  }
  if (typeof value !== 'object' || value === null) return defaultLocalSettings
  const record = value as Record<string, unknown>
  if (record.version !== localSettingsVersion) return defaultLocalSettings
  const read = (key: keyof LocalSettings) => {
    const setting = record[key]
    return typeof setting === 'boolean' ? setting : defaultLocalSettings[key]
  }
  return { editorAutoHide: read('editorAutoHide'), editorAutoSave: read('editorAutoSave') }
}

/** Serializes the settings with their version. */
export function renderLocalSettings(settings: LocalSettings): string {
  return JSON.stringify({ version: localSettingsVersion, ...settings })
}
