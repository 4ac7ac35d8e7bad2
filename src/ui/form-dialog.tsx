import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog, type DialogProps } from './dialog.tsx'
import { Form, type FormProps } from './form/form.tsx'

/** Props of DialogButtons. */
export interface DialogButtonsProps {
  /** Label of the button that submits the form. */
  action: string
  busy: boolean
  /** Whether submitting destroys something. */
  danger?: boolean
  /** Label of the button that closes. */
  cancel?: string
  onCancel: () => void
}

/** The buttons at the end of a form in a dialog. */
export function DialogButtons({ action, busy, danger, cancel = 'Cancel', onCancel }: DialogButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button onClick={onCancel}>{cancel}</Button>
      <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
        {action}
      </Button>
    </div>
  )
}

/** Props of FormDialog: those of its dialog, its form and its buttons. */
export interface FormDialogProps
  extends Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description'>,
    Pick<DialogButtonsProps, 'action' | 'danger' | 'cancel'> {
  onSubmit: FormProps['onSubmit']
  /** The fields. */
  children: ReactNode
}

/** A dialog that is one form, with a button that submits it and one that closes it. */
export function FormDialog({ onSubmit, action, danger, cancel, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog {...dialog}>
      <Form onSubmit={onSubmit}>
        {({ busy }) => (
          <>
            {children}
            <DialogButtons {...{ action, busy, danger, cancel }} onCancel={dialog.onClose} />
          </>
        )}
      </Form>
    </Dialog>
  )
}
