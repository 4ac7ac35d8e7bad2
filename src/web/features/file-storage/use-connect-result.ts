import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { connectProblem, storageName } from '../../../rules/file-storage.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'

/** Says in a toast how the authorization that this page was opened from ended. */
export function useConnectResult(): void {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const result = params.get('dropbox')
    const problem = connectProblem(result)
    if (problem) showError(problem)
    else if (result === 'connected') showSuccess(`${storageName} is connected`)
    else return
    // A reload does not repeat the toast.
    params.delete('dropbox')
    void navigate({ search: params.toString(), hash }, { replace: true, preventScrollReset: true })
  }, [search, hash, navigate])
}
