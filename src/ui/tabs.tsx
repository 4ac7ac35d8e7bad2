import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'
import { Tooltip } from './tooltip.tsx'

/** A tab and its content. */
export interface Tab {
  readonly id: string
  readonly label: ReactNode
  readonly content: ReactNode
  readonly disabled?: boolean
  /** A tooltip: why it is disabled, or has failed. */
  readonly note?: string
}

export interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (id: string) => void
  /** Whether the shown tab fills the height of the place, and scrolls in itself. */
  fill?: boolean
}

/** Tabs in a dialog or panel, with arrow keys. For subpages with URLs use TabLinks. */
export function Tabs({ label, tabs, value, onChange, fill }: TabsProps) {
  return (
    <Base.Root
      className={fill ? styles.fill : undefined}
      value={value}
      onValueChange={(next) => onChange(String(next))}
    >
      <Base.List className={styles.list} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Tooltip key={tab.id} text={tab.note} side="bottom">
            <Base.Tab value={tab.id} className={styles.tab} disabled={tab.disabled} aria-description={tab.note}>
              {tab.label}
            </Base.Tab>
          </Tooltip>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className={styles.panel}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
