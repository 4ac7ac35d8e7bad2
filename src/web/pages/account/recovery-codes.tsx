import { Download } from 'lucide-react'
import { ButtonLink } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { useSite } from '../../data/session-context.tsx'

/** Recovery codes to copy or download. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { name } = useSite()
  const text = codes.join('\n')
  return (
    <CopyField label="Recovery codes" value={text} rows={codes.length}>
      <ButtonLink
        to={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        download={`${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-recovery-codes.txt`}
        reloadDocument
        icon={<Download />}
      >
        Download them
      </ButtonLink>
    </CopyField>
  )
}
