import { redirect } from 'react-router'
import type { HostTeam } from '../../../api/pages/site.ts'
import type { ViewerTeam } from '../../../api/pages/viewer.ts'
import { isEnterpriseManager } from '../../../rules/account-permissions.ts'
import { messages } from '../../../rules/messages.ts'
import { isOutsider } from '../../../rules/team-pages.ts'
import { pageError } from '../../data/page-error.ts'
import { signInPath } from '../../data/return-path.ts'
import type { LoadArgs } from '../../page.ts'

/** A member who looks at a page of the team. */
export interface TeamViewer {
  readonly id: number
  readonly role: ViewerTeam['role']
  readonly team: HostTeam
}

/** The member of the host's team. Throws a 404 on the app's host, and a redirect or a 403 for others. */
export function asMember({ viewer, team, url }: LoadArgs): TeamViewer {
  if (!team) throw pageError(404)
  if (!viewer && isOutsider(url)) throw pageError(403, messages.session.outsider)
  if (!viewer) throw redirect(signInPath(url))
  if (viewer.team?.id !== team.id) throw pageError(403, 'This page is for members of the team.')
  return { id: viewer.id, role: viewer.team.role, team }
}

/** The same for managers. */
export function asManager(args: LoadArgs): TeamViewer {
  const viewer = asMember(args)
  if (!isEnterpriseManager(viewer.role)) throw pageError(403, 'This page is for owners and admins of the team.')
  return viewer
}
