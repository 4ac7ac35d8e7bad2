import type { ChannelPlace, UserStatus } from '../../../api/deck-channel/messages.ts'

/** Where a collaborator is, as far as the page knows. */
export interface Activity {
  readonly status: UserStatus
  /** Undefined: unknown, as of pages of an older version. */
  readonly place: ChannelPlace | undefined
  /** Whether this user is the active editor, also when only reading. */
  readonly isEditor: boolean
  /** The number of the slide; null for unknown ones. */
  readonly slide: string | null
}

/** Whether the active editor has the deck open in the editor. */
export function isEditing({ status, place, isEditor }: Omit<Activity, 'slide'>): boolean {
  return isEditor && status !== 'disconnected' && place !== 'review'
}

/** What a collaborator does: 'Editing slide 3', 'On slide 3', 'On slide 3, edited last', 'Idle', 'Not here'. */
export function activityText(activity: Activity): string {
  const { status, isEditor, slide } = activity
  const edits = isEditing(activity)
  if (status === 'disconnected') return isEditor ? 'Edited last' : 'Not here'
  if (edits) {
    if (status === 'idle') return 'Editor, idle'
    return slide === null ? 'Editing' : `Editing slide ${slide}`
  }
  const here = slide === null ? 'Here' : `On slide ${slide}`
  const doing = status === 'idle' ? 'Idle' : here
  return isEditor ? `${doing}, edited last` : doing
}
