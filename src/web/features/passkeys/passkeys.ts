import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import type { Sent } from '../../../api/contract.ts'
import type { passkeysContracts } from '../../../api/passkeys/contract.ts'

/** The browser's part of a passkey, loaded when it is used. */
const load = () => import('@simplewebauthn/browser')

type Credential = Sent<(typeof passkeysContracts)['signIn']['body']>['user']['credential']
/** Options of the server for the browser's WebAuthn call. */
interface Options {
  readonly challenge: string
}

/** A credential as the API takes it: the server's library, not the contract, knows the fields of each kind. */
function sent(made: RegistrationResponseJSON | AuthenticationResponseJSON): Credential {
  return { ...made, response: { ...made.response }, clientExtensionResults: { ...made.clientExtensionResults } }
}

/** Whether this browser has passkeys for this address. They need a domain name, and https or localhost. */
export function passkeysWork(): boolean {
  return typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(window.location.hostname)
}

/** Whether the browser offers passkeys in the fields of a form. */
export async function passkeysInFields(): Promise<boolean> {
  return passkeysWork() && (await load()).browserSupportsWebAuthnAutofill()
}

/** Asks the browser to create a passkey. Throws if the user cancels. */
export async function createPasskey(options: Options): Promise<Credential> {
  const { startRegistration } = await load()
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  return sent(await startRegistration({ optionsJSON }))
}

/**
 * Asks the browser for a passkey. `inFields`: it is offered in the form's fields, and this resolves when the user picks
 * one; a later call ends that. Throws if the user cancels.
 */
export async function readPasskey(options: Options, inFields: boolean): Promise<Credential> {
  const { startAuthentication } = await load()
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return sent(await startAuthentication({ optionsJSON, useBrowserAutofill: inFields }))
}

/** Ends an offer in the form's fields. */
export async function endPasskeyOffer(): Promise<void> {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}
