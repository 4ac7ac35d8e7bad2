import { data } from 'react-router'
import { isApiError } from '../../api/api-error.ts'

/** The data of an error page. */
export interface PageErrorData {
  readonly message: string
}

/** An error response for loaders to throw. `status` 404, 422 and 500 have their own texts. */
export function pageError(status: number, message = ''): ReturnType<typeof data<PageErrorData>> {
  return data({ message }, { status })
}

/** Converts a failed call to an error page: 404 for unknown or hidden resources, 500 for server errors. */
export async function orPageError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isApiError(error)) throw error
    throw pageError(error.status === 0 ? 500 : error.status, error.isUserMessage ? error.message : '')
  }
}
