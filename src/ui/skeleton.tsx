import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

/** Props of Skeleton. */
export interface SkeletonProps {
  /** Gives it its size. */
  className?: string
}

/** The gray shape of something that is on its way; it keeps the place, so that nothing jumps when it comes. */
export function Skeleton({ className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames(styles.skeleton, className)} />
}
