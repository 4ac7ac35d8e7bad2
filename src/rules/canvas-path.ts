/** Path of the editor canvas's empty page on the app's host; its CSP blocks all scripts. */
export const canvasPath = '/canvas'
