import { FileUp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, type ButtonVariant } from '../../../ui/button.tsx'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

/** A button that opens the import of a deck. `onImported`: the list of decks has a new one. */
export function ImportButton({ variant, onImported }: { variant?: ButtonVariant; onImported: () => void }) {
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        icon={<FileUp />}
        onClick={() => {
          setOpening(opening + 1)
          setOpen(true)
        }}
      >
        Import
      </Button>
      {opening > 0 && (
        <Suspense fallback={null}>
          <ImportDialog key={opening} open={open} onClose={() => setOpen(false)} onImported={onImported} />
        </Suspense>
      )}
    </>
  )
}
