import { limits } from './limits.ts'

/** A slug suggested for a team's name: 'Société Générale' becomes 'societe-generale'; '' if no letter is left. */
export function suggestedTeamSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.account.username)
    .replace(/^-+|-+$/g, '')
  return slug.length < limits.account.usernameMin ? '' : slug
}
