import { limits } from '../../../../rules/limits.ts'
import { pixelTypeNames } from '../../../../rules/picture-types.ts'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/pictures.webp'

export const pictures: readonly ArticleSection[] = [
  {
    id: 'add',
    title: 'Add an image',
    content: (
      <>
        <p>
          Drop a file on the slide, paste it, or press <strong>Image</strong>. A file that lands on an empty image fills
          it. With an image selected, a new file takes its place and keeps its frame. A double click crops.
        </p>
        <HelpPicture
          src={picture}
          alt="The editor with an image selected on a slide, and its properties in the panel at the right: file, description, fit and corners"
        />
      </>
    ),
  },
  {
    id: 'library',
    title: 'The media library',
    content: (
      <p>
        All images you have uploaded are in the media library: under <strong>Image</strong>, in the editor’s menu and
        beside slide backgrounds. Search it, sort images with tags, and drag them onto the slide. A description that you
        give an image there comes along. An image can be replaced in all decks, hidden from the library, or deleted;
        decks that use it keep it.
      </p>
    ),
  },
  {
    id: 'files',
    title: 'Which files',
    content: (
      <p>
        {pixelTypeNames}, and SVG drawings, up to {limits.upload.imageKilobytes / 1000} MB and{' '}
        {limits.media.pixels / 1_000_000} megapixels each. What a photo tells about where and when it was taken is
        removed, and so is everything in a drawing that could run.
      </p>
    ),
  },
  {
    id: 'background',
    title: 'Behind a slide',
    content: (
      <p>
        Under <strong>Slide</strong> in the panel at the right a slide gets a color, an image, a video or an iframe as
        its background. <strong>Text color</strong> there makes the text on it light or dark; Automatic measures the
        image.
      </p>
    ),
  },
]
