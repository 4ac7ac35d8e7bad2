/** The name of the meta tag with the URL of Stripe's script, which is on pages whose CSP admits it. */
const stripeMeta = 'stripe-script'

/** The URL of Stripe's script; null in a document whose CSP does not admit it. */
export function stripeScriptUrl(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${stripeMeta}"]`)?.content ?? null
}
