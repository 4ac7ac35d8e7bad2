import { contract } from '../contract.ts'

/** Route of the account export. */
export const accountExportContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/users/export',
    summary:
      'Exports the account as a ZIP: each deck as a page that opens offline, media, notes, and the account as JSON.',
    permission: 'own:export-account',
    // It contains tokens, passkeys and payments.
    tokens: 'never',
    rate: 'account-export',
    output: 'stream',
  }),
}
