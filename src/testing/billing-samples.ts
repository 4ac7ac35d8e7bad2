const time = '2026-12-24T10:00:00.000Z'
/** The billing details of a customer of Pro. */
export const sampleDetails = {
  ...{ plan: 'pro', billing_period: 'monthly', driver: 'sandbox', cancel_at_period_end: false, coupon_code: null },
  subscription: {
    ...{ plan: 'pro', billing_period: 'monthly', status: 'active', quantity: 1, trial_ends_at: null },
    ...{ period_start: '2026-11-24T10:00:00.000Z', period_end: time, cancel_at_period_end: false, grace_ends_at: null },
  },
  ...{
    next_charge: time,
    next_charge_amount: 1450,
    next_charge_price: 1450,
    next_charge_credit: 0,
    balance: 0,
    confirm_amount: 1400,
    quantity: 1,
  },
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 },
  payments: [
    {
      ...{ id: 3, number: 'R-3', date: time, amount: 1400, refunded: 0, credit: 0 },
      status: 'paid',
      description: 'Pro, one month',
    },
  ],
}

/** A receipt of that customer. */
export const sampleReceipt = {
  ...{ id: 3, number: 'R-3', date: time, amount: 1400, refunded: 0, currency: 'usd', description: 'Pro' },
  lines: [{ text: 'Pro, one month', amount: 1400 }],
  seller: { name: 'Lectern', url: 'http://localhost:3000' },
  ...{ card: 'Visa ending in 4242', customer: { name: 'Ada', email: 'ada@example.org', address: null }, sandbox: true },
}

/** That customer's team, whose subscription has ended. */
export const sampleTeam = {
  ...{ id: 4, slug: 'acme', name: 'Acme', url: 'http://acme.localhost:3000', logo_url: null, themes: [] },
  ...{ default_theme_id: null, account_billing_period: 'yearly', account_cost_per_user: 19200 },
  ...{ manually_upgraded: false, allow_public_decks: true, ended: true, created_at: time },
}

/** Its owner. */
export const sampleMember = {
  ...{ id: 1, username: 'ada', name: 'Ada', email: 'ada@example.org', thumbnail_url: '/api/v1/users/1/picture' },
  ...{ role: 'owner', state: 'active', created_at: time, deactivated_at: null, deck_count: 0 },
}
