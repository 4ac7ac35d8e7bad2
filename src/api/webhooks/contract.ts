import { contract } from '../contract.ts'

/** Routes that other services call. */
export const webhooksContracts = {
  stripe: contract({
    method: 'POST',
    path: '/webhooks/stripe',
    summary: 'Receives notifications of Stripe, signed with the endpoint’s secret. 404 with another payment provider.',
    permission: 'public',
    rate: 'webhook',
    input: 'raw',
    // Stripe has no session to abuse: its signature over the body proves the sender.
    csrf: 'signed-body',
    output: 'empty',
    transaction: 'own',
    feature: 'billing',
  }),
}
