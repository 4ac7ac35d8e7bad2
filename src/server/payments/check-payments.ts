import type { Services } from '../services.ts'

/** What is wrong with the payment provider's settings, each with its remedy. Never throws. */
export async function paymentProblems({ payments }: Pick<Services, 'payments'>): Promise<readonly string[]> {
  try {
    return await payments.check()
  } catch (error) {
    const { type, message } = error as { type?: string; message?: string }
    if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
      return ['Stripe refuses STRIPE_SECRET_KEY: copy a valid secret key from the Stripe dashboard, under API keys.']
    }
    return [`Stripe could not be asked (${message}): check this server’s way to api.stripe.com.`]
  }
}

/** Logs what is wrong with the payment provider's settings. Started in the background: nothing waits for it. */
export async function logPaymentProblems(services: Pick<Services, 'payments' | 'log'>): Promise<void> {
  for (const problem of await paymentProblems(services)) services.log.error({ check: 'payments' }, problem)
}
