/** Video types for uploads, where the operator allows them, by media type: file extension and display name. */
const types = {
  'video/mp4': { ending: 'mp4', name: 'MP4' },
  'video/webm': { ending: 'webm', name: 'WebM' },
} as const

export type VideoType = keyof typeof types

export const videoTypes = Object.keys(types) as readonly VideoType[]

export function isVideoType(type: string): type is VideoType {
  return Object.hasOwn(types, type)
}

/** File extension of a stored video, without the dot. */
export function videoEnding(type: VideoType): string {
  return types[type].ending
}
