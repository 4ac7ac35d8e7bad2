import type { FastifyRequest } from 'fastify'
import { planAllows } from '../../rules/plans.ts'
import { teamLogoUrl } from '../teams/team-json.ts'
import type { HostTeam } from './site.ts'

/** The team of a request's host for pages; null on the app's host. */
export function hostTeamOf({ hostTeam }: Pick<FastifyRequest, 'hostTeam'>): HostTeam | null {
  if (!hostTeam) return null
  const { id, slug, name, plan } = hostTeam
  return { id, slug, name, logo_url: teamLogoUrl(hostTeam), ended: !planAllows(plan, 'team') }
}
