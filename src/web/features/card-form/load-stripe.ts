import { stripeScriptUrl } from '../../data/stripe-script.ts'

/** What Stripe answers: an error with a message for users, or the intent. */
interface StripeAnswer {
  readonly error?: { readonly message?: string }
  readonly setupIntent?: { readonly id: string }
}

/** Stripe's form inside the page. */
export interface StripeElement {
  mount(place: HTMLElement): void
  destroy(): void
  focus(): void
  on(event: 'ready' | 'loaderror' | 'change', listener: () => void): void
}

/** A group of Stripe's forms for one intent. */
export interface StripeElements {
  create(kind: 'payment', options?: object): StripeElement
  submit(): Promise<StripeAnswer>
}

/** The used part of Stripe's script. */
export interface Stripe {
  elements(options: { clientSecret: string; appearance?: object }): StripeElements
  confirmSetup(options: object): Promise<StripeAnswer>
  /** Opens the bank's confirmation of a payment in a dialog. */
  confirmPayment(options: object): Promise<StripeAnswer>
}

/** Makes Stripe's client for a publishable key. */
export type StripeFactory = (publishableKey: string) => Stripe

interface TrustedTypes {
  readonly defaultPolicy: unknown
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

interface StripeWindow {
  Stripe?: StripeFactory
  trustedTypes?: TrustedTypes
}

/**
 * Admits script URLs of Stripe's origin, and no others. It is the document's default policy since Stripe's script, too,
 * loads scripts by their URLs.
 */
function admitScripts({ trustedTypes }: StripeWindow, origin: string): void {
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, document.baseURI).origin === origin) return url
      throw new TypeError(`Scripts of ${url} are not admitted`)
    },
  })
}

function insertScript(): Promise<StripeFactory> {
  const url = stripeScriptUrl()
  if (url === null) return Promise.reject(new Error('The page does not admit Stripe’s script'))
  const own = window as StripeWindow
  return new Promise((resolve, reject) => {
    admitScripts(own, new URL(url).origin)
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => (own.Stripe ? resolve(own.Stripe) : reject(new Error('Not Stripe’s script'))))
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('Stripe’s script could not be loaded'))
    })
    document.head.append(script)
  })
}

let loading: Promise<StripeFactory> | null = null

/** Loads Stripe's script once. A failed attempt is forgotten, so that the next call tries again. */
export function loadStripe(): Promise<StripeFactory> {
  loading ??= insertScript().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
