import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** Sets its size. */
  className?: string
}

/** A gray placeholder that reserves space while content loads. */
export function Skeleton({ className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames(styles.skeleton, className)} />
}
