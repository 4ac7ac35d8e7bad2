import { data } from 'react-router'
import { isApiError } from '../../api/api-error.ts'

/** What an error page is told. */
export interface PageErrorData {
  readonly message: string
}

/** Ends a loader with an error page: throw it. `status` 404, 422 or 500 have words of their own. */
export function pageError(status: number, message = ''): ReturnType<typeof data<PageErrorData>> {
  return data({ message }, { status })
}

/** Makes of a failed call the error page it stands for: 404 for what is unknown or hidden, 500 for what is broken. */
export async function orPageError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isApiError(error)) throw error
    throw pageError(error.status === 0 ? 500 : error.status, error.told ? error.message : '')
  }
}
