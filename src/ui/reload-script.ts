import { messages } from '../rules/messages.ts'

/** Pause between two questions whether the server is back, and between two automatic reloads, in ms. */
const [askAgainAfter, reloadAgainAfter] = [1_000, 30_000]

/**
 * Inline script of the head. A page that is empty until its script runs (`.opening`) reloads itself once the server
 * answers, if the script or one of its modules could not be loaded: the server was restarted, or the network gone. A proxy's
 * 502 to 504 is no answer: its error page would stay. Other pages can be read without their script, and a form in them may
 * be filled in.
 */
export const reloadScript = `(function(){addEventListener('error',function(e){var s=e.target,at=0;if(!s||s.type!=='module')return;try{at=+sessionStorage.reloadedAt||0}catch(_){}setTimeout(ask,Math.max(${askAgainAfter},at+${reloadAgainAfter}-Date.now()));function ask(){var o=document.querySelector('.opening');if(!o)return;o.setAttribute('role','status');o.textContent=${JSON.stringify(messages.connection.lost)};fetch(s.src,{method:'HEAD',cache:'no-store'}).then(function(r){if(r.status>499)throw r;try{sessionStorage.reloadedAt=Date.now()}catch(_){}location.reload()}).catch(function(){setTimeout(ask,${askAgainAfter})})}},true)})()`
