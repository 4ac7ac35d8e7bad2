/**
 * Pages of the person and of the instance: signing in and up, passwords, invitations, the account, the operator's
 * pages, buying a plan for oneself and creating a team. They exist on the app's host only; team hosts redirect there.
 */
export function isAppHostPath(path: string): boolean {
  return /^\/(users|admin)(\/|$)|^\/(teams\/new|account\/upgrade)$/.test(path)
}
