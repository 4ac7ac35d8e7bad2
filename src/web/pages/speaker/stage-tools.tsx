import { Grid2x2, ListOrdered, Maximize, MonitorOff, MousePointer2, QrCode, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ScreenColor } from '../../../player/messages.ts'
import { messages } from '../../../rules/messages.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import type { StageCommand } from '../../features/live/stage-keys.ts'
import styles from './stage-tools.module.css'

export interface StageToolsProps {
  screen: ScreenColor | null
  pointing: boolean
  overview: boolean
  address: boolean
  onCommand: (command: StageCommand) => void
}

interface Tool {
  readonly does: Exclude<StageCommand['do'], 'move' | 'speaker'>
  readonly label: string
  readonly shortcut: string
  readonly icon: ReactNode
  /** Undefined for tools that do not toggle. */
  readonly on?: boolean
}

function toolsOf({ screen, pointing, overview, address }: StageToolsProps): readonly Tool[] {
  return [
    { does: 'pause', label: 'Black screen', shortcut: 'B', icon: <MonitorOff />, on: screen === 'black' },
    { does: 'white', label: 'White screen', shortcut: 'W', icon: <Square />, on: screen === 'white' },
    { does: 'laser', label: 'Laser pointer', shortcut: 'R', icon: <MousePointer2 />, on: pointing },
    { does: 'jump', label: 'Go to slide', shortcut: 'G', icon: <ListOrdered /> },
    { does: 'address', label: messages.live.addressShow, shortcut: 'Q', icon: <QrCode />, on: address },
    { does: 'overview', label: 'Overview', shortcut: 'O', icon: <Grid2x2 />, on: overview },
    { does: 'fullscreen', label: 'Fullscreen', shortcut: 'F', icon: <Maximize /> },
  ]
}

/** The toolbar of the speaker's commands. */
export function StageTools(props: StageToolsProps) {
  return (
    <div className={styles.tools} role="toolbar" aria-label="Presentation">
      {toolsOf(props).map(({ does, label, shortcut, icon, on }) => (
        <Tooltip key={does} text={`${label} (${shortcut})`}>
          <button
            type="button"
            className={styles.tool}
            aria-label={label}
            aria-keyshortcuts={shortcut}
            aria-pressed={on}
            onClick={() => props.onCommand({ do: does })}
          >
            {icon}
            <span className={styles.toolLabel}>{label}</span>
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
