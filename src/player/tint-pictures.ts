/**
 * Single-color pictures are drawn by a shadow of a picture outside its frame (blocks/image/block.css). A PDF has no tag for
 * what stands outside, and pixels for a shadow: so each becomes an area of the color with the picture as its mask.
 */
export function maskTinted(root: ParentNode): void {
  for (const picture of root.querySelectorAll<HTMLImageElement>('.block-content > img[style*="--tint"]')) {
    if (picture.naturalWidth === 0) continue
    const area = document.createElement('div')
    const { left, top, width, height, transform } = picture.style
    const isCropped = picture.hasAttribute('data-l-crop')
    Object.assign(area.style, {
      ...{ position: isCropped ? 'absolute' : 'static', left, top, transform },
      ...{ width: width || '100%', height: height || '100%' },
      ...{ background: picture.style.getPropertyValue('--tint'), maskPosition: 'center', maskRepeat: 'no-repeat' },
      maskImage: `url("${picture.currentSrc || picture.src}")`,
      maskSize:
        picture.style.objectFit === 'fill' || picture.style.objectFit === '' ? '100% 100%' : picture.style.objectFit,
    })
    if (picture.alt !== '') {
      area.setAttribute('role', 'img')
      area.setAttribute('aria-label', picture.alt)
    }
    picture.replaceWith(area)
  }
}
