import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { failureText } from '../../../api/api-error.ts'
import { confirmPath } from '../../../rules/billing-notice.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useViewer } from '../../data/session-context.tsx'
import { awaitsBank } from '../../features/card-form/pay.ts'
import { storeToast } from '../../frame/stored-toast.ts'
import type { BillingDetails } from './load-billing.ts'

/**
 * Runs a change of the subscription on the billing page, then shows its details. A changed plan changes the whole page
 * (menus, banners), so the document is loaded again.
 */
export function useSubscriptionChange(plan: BillingDetails['plan']) {
  const viewer = useViewer()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const run = async (call: () => Promise<BillingDetails>, success: string): Promise<boolean> => {
    setBusy(true)
    try {
      const changed = await call()
      if (changed.plan !== plan || viewer === null) {
        storeToast(success)
        window.location.reload()
      } else {
        showSuccess(success)
        await revalidate()
      }
      return true
    } catch (error) {
      // This page admits no script of the bank's.
      if (awaitsBank(error)) window.location.assign(confirmPath)
      else showError(failureText(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
