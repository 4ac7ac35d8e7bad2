/** Where the app's host answers with the empty page of the editor's canvas, whose policy stops all scripts. */
export const canvasPath = '/canvas'
