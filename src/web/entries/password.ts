/** The script of the password view. */
import '../pages/deck/password-page.css'
import { applyTimings } from '../../ui/page-timings.ts'
import { readPageData } from '../pages/deck/client/page-script-data.ts'
import { enablePasswordForm, offerNewWindow } from '../pages/deck/client/password-form.ts'
import { applyPopupQueries } from '../pages/deck/client/popup-queries.ts'
import type { PasswordScriptData } from '../pages/deck/password-page.ts'

applyTimings()
applyPopupQueries()
enablePasswordForm(readPageData<PasswordScriptData>())
void offerNewWindow()
document.documentElement.classList.add('loaded')
