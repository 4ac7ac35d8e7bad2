/** A part of an outline, in px of the shape's box. */
export interface DrawnPath {
  readonly d: string
  readonly filled: boolean
  readonly stroked: boolean
}
