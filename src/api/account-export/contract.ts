import { contract } from '../contract.ts'

/** The call that hands everything out. */
export const accountExportContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/users/export',
    summary:
      'Everything one owns as a ZIP: each deck as a page that opens offline, media, notes, and the account as JSON.',
    permission: 'own:export-account',
    rate: 'account-export',
    output: 'stream',
  }),
}
