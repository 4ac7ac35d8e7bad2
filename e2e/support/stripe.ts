import type { Page } from '@playwright/test'

/** The settings of a server whose Stripe account is stood in for. `apiUrl`: where its API is, and the page's script. */
export function stripeSettings(apiUrl: string): Record<string, string> {
  return {
    BILLING: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API_URL: apiUrl,
  }
}

/**
 * As much of Stripe's script as the pages use. It loads a part of itself by URL, as Stripe's does. Payments are confirmed
 * by window.confirmAtBank, which the journey exposes.
 */
const script = (origin: string) => `
  const part = document.createElement('script')
  part.src = '${origin}/v3/part.js'
  document.head.append(part)
  window.Stripe = (key) => ({
    elements: ({ clientSecret }) => ({
      clientSecret,
      create: () => {
        const listeners = {}
        let field
        return {
          mount(place) {
            field = document.createElement('input')
            field.setAttribute('aria-label', 'Card of ' + key + ' for ' + clientSecret)
            field.addEventListener('input', () => listeners.change?.())
            place.append(field)
            setTimeout(() => listeners.ready?.())
          },
          destroy: () => field?.remove(),
          focus: () => field?.focus(),
          on: (event, listener) => { listeners[event] = listener },
        }
      },
      submit: async () => ({}),
    }),
    confirmSetup: async ({ elements }) => {
      const value = document.querySelector('input[aria-label^="Card of"]').value
      return value === 'bad' ? { error: { message: 'Your card number is incomplete.' } } : { setupIntent: { id: 'seti_' + elements.clientSecret } }
    },
    confirmPayment: async ({ clientSecret, confirmParams }) => {
      const refusal = await window.confirmAtBank(clientSecret, confirmParams.payment_method)
      return refusal ? { error: { message: refusal } } : { paymentIntent: { status: 'succeeded' } }
    },
  })`

/** Answers the page's requests for Stripe's script. */
export async function serveStripeScript(page: Page, origin: string): Promise<void> {
  const javascript = { contentType: 'text/javascript', headers: { 'cross-origin-resource-policy': 'cross-origin' } }
  await page.route(`${origin}/v3/`, (route) => route.fulfill({ ...javascript, body: script(origin) }))
  await page.route(`${origin}/v3/part.js`, (route) =>
    route.fulfill({ ...javascript, body: 'window.stripePart = true' }),
  )
}
