/** The script of the password view. */
import '../pages/deck/password-page.css'
import { applyTimings } from '../../ui/page-timings.ts'
import { readPageData } from '../pages/deck/client/page-script-data.ts'
import { enablePasswordForm, offerOwnWindow } from '../pages/deck/client/password-form.ts'
import { obeyPopupQueries } from '../pages/deck/client/popup-queries.ts'
import type { PasswordScriptData } from '../pages/deck/password-page.ts'

applyTimings()
obeyPopupQueries()
enablePasswordForm(readPageData<PasswordScriptData>())
void offerOwnWindow()
document.documentElement.classList.add('loaded')
