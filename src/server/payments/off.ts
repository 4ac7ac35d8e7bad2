import type { Payments } from './payments.ts'

/** Without billing no route reaches the provider. */
export function paymentsOff(): Payments {
  const refuse = async (): Promise<never> => {
    throw new Error('Billing is off')
  }
  return {
    provider: 'off',
    createCustomer: refuse,
    beginCard: refuse,
    attachCard: refuse,
    readCard: refuse,
    charge: refuse,
    findCharge: refuse,
    readCharge: refuse,
    cancelCharge: refuse,
    refundCharge: refuse,
    beginConfirmation: refuse,
    readEvent: () => {
      throw new Error('Billing is off')
    },
    deleteCustomer: async () => {},
    check: async () => [],
  }
}
