import { teamsContracts } from '../../../api/teams/contract.ts'
import { timings } from '../../../rules/timings.ts'
import { useApi } from '../../data/session-context.tsx'
import { PictureUpload } from '../../features/picture-upload/picture-upload.tsx'
import { TeamLogo } from '../../features/team-logo/team-logo.tsx'
import type { TeamSectionProps } from './team-section.ts'

/** Uploads or removes the team's logo. */
export function LogoForm({ team, onSaved }: TeamSectionProps) {
  const api = useApi()
  return (
    <PictureUpload
      label="Choose a logo"
      removable={team.logo_url !== null}
      onUpload={async (files) =>
        onSaved(await api.call(teamsContracts.changeLogo, { files, timeout: timings.uploadToLibrary }))
      }
      onRemove={async () => onSaved(await api.call(teamsContracts.removeLogo))}
    >
      <TeamLogo name={team.name} logo={team.logo_url} size="l" />
    </PictureUpload>
  )
}
