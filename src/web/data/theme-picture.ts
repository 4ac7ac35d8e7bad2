import { themesContracts } from '../../api/themes/contract.ts'

/** The URL of a theme's picture in its newest version. */
export function themePicture(id: number): string {
  return themesContracts.thumbnail.path.replace(':id', String(id))
}
