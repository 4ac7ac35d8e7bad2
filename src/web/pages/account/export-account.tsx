import { Download } from 'lucide-react'
import { accountExportContracts } from '../../../api/account-export/contract.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from './export-account.module.css'

/** Offers the export before the account is deleted. */
export function ExportFirst() {
  return (
    <div className={styles.section}>
      <p>Keep a copy first? It is one ZIP with all your decks, those in your team too, and your pictures.</p>
      <ButtonLink to={accountExportContracts.read.path} reloadDocument download icon={<Download />}>
        Download all I own
      </ButtonLink>
    </div>
  )
}

/** Links to the export of all the user's data. A plain download, since the file can be large. */
export function ExportAccount() {
  return (
    <div className={styles.section}>
      <p>
        One ZIP with each deck as a page that opens without us, your pictures, your notes, and your account as JSON. It
        can take a moment.
      </p>
      <ButtonLink to={accountExportContracts.read.path} reloadDocument download icon={<Download />}>
        Download all I own
      </ButtonLink>
    </div>
  )
}
