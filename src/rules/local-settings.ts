/** What a browser remembers for its person, on this device only. */
export interface LocalSettings {
  /** Hides the editor's side bar while nobody points at the left edge. */
  readonly editorAutoHide: boolean
  readonly editorAutoSave: boolean
}

/** The version of the stored form; settings stored under another version are dropped. */
export const localSettingsVersion = 1

/** The settings of a browser that has stored none. */
export const defaultLocalSettings: LocalSettings = { editorAutoHide: false, editorAutoSave: true }

/** Reads stored settings. Null, unreadable text and other versions give the defaults; unknown keys are dropped. */
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

/** The stored form of the settings, with its version. */
export function renderLocalSettings(settings: LocalSettings): string {
  return JSON.stringify({ version: localSettingsVersion, ...settings })
}
