import { redirect } from 'react-router'
import type { Received } from '../../../api/contract.ts'
import type { Viewer } from '../../../api/pages/viewer.ts'
import { teamsContracts } from '../../../api/teams/contract.ts'
import { themesContracts } from '../../../api/themes/contract.ts'
import { usersContracts } from '../../../api/users/contract.ts'
import { isEnterpriseManager, writesThemes } from '../../../rules/account-permissions.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import { signInPath } from '../../data/return-path.ts'
import type { LoadArgs } from '../../page.ts'

/** A theme in a list. */
export type ThemeSummary = Received<typeof themesContracts.list.output>['results'][number]
/** A theme with its sources. */
export type Theme = Received<typeof themesContracts.read.output>

/** The signed-in user, who may write themes. Throws a redirect for visitors, and a 403 for other users. */
function asAuthor({ viewer, site, url }: LoadArgs): Viewer {
  if (!viewer) throw redirect(signInPath(url))
  if (!writesThemes(viewer.team, site)) throw pageError(403, 'Themes are written by owners and admins of a team.')
  return viewer
}

/** Loads the user's and the team's themes, and the defaults of both. `team` null: the user manages none. */
export async function loadThemes(args: LoadArgs) {
  const viewer = asAuthor(args)
  const { api, signal } = args
  const manages = isEnterpriseManager(viewer.team?.role ?? null)
  const [list, account, team] = await orPageError(
    Promise.all([
      api.call(themesContracts.list, { signal }),
      api.call(usersContracts.me, { signal }),
      manages ? api.call(teamsContracts.read, { signal }) : null,
    ]),
  )
  return {
    themes: list.results,
    ownDefault: account.default_theme_id,
    team: team && { name: team.name, defaultTheme: team.default_theme_id },
  }
}

/** The id in a theme's path. Throws a 404 for anything else. */
function idOf({ params }: LoadArgs): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? '')) throw pageError(404)
  return Number(params.id)
}

/** Loads a theme for its editor, with the themes that the editor switches to. */
export async function loadTheme(args: LoadArgs) {
  asAuthor(args)
  const { api, signal } = args
  const id = idOf(args)
  const [theme, list] = await orPageError(
    Promise.all([
      api.call(themesContracts.read, { params: { id }, signal }),
      api.call(themesContracts.list, { signal }),
    ]),
  )
  if (!theme.may_change) throw pageError(403, 'This theme is changed by owners and admins of its team.')
  return {
    theme,
    others: list.results.filter((other) => other.id !== id).map(({ id: at, name }) => ({ id: at, name })),
  }
}

/** Loads a theme for its preview. */
export async function loadPreview(args: LoadArgs) {
  const { api, viewer, url, signal } = args
  if (!viewer) throw redirect(signInPath(url))
  return { theme: await orPageError(api.call(themesContracts.read, { params: { id: idOf(args) }, signal })) }
}
