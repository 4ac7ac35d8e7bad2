/**
 * Selector of the frame of the slide on the canvas, which excludes the frames of thumbnails. It does not use aria-hidden,
 * since an open modal dialog hides both kinds of frames from assistive technology.
 */
export const canvasFrame = ':has(> [role="application"]) > iframe[title="Slide"]'
