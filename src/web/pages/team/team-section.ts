import type { OwnTeam } from './load-members.ts'

/** Props of the sections of the team's settings. */
export interface TeamSectionProps {
  readonly team: OwnTeam
  readonly onSaved: (team: OwnTeam) => void
}
