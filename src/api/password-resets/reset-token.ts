import type { Services } from '../../server/services.ts'

/** The stored hash of a reset token, so that a database dump contains no usable token. */
export function hashResetToken(services: Pick<Services, 'keys'>, token: string): string {
  return services.keys.hash('password-reset', token)
}
