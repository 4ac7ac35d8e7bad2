import { messages } from '../rules/messages.ts'

/** Pause between two questions whether the server is back, and between two automatic reloads, in ms. */
const [askAgainAfter, reloadAgainAfter] = [1_000, 30_000]

/**
 * Inline script of the head. A page that is empty until its script runs (`.opening`) reloads itself once the server
 * answers, if the script or one of its modules could not be loaded: the server was restarted, or the network gone. Other
 * pages can be read without their script, and a form in them may be filled in.
 */
export const reloadScript = `(function(){addEventListener('error',function(e){var s=e.target,at=0;if(!s||s.type!=='module')return;try{at=+sessionStorage.reloadedAt||0}catch(_){}setTimeout(ask,Math.max(${askAgainAfter},at+${reloadAgainAfter}-Date.now()));function ask(){var o=document.querySelector('.opening');if(!o)return;o.textContent=${JSON.stringify(messages.connection.lost)};fetch(s.src,{method:'HEAD',cache:'no-store'}).then(function(){try{sessionStorage.reloadedAt=Date.now()}catch(_){}location.reload()},function(){setTimeout(ask,${askAgainAfter})})}},true)})()`
