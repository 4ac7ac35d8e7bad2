import { TriangleAlert } from 'lucide-react'
import type { ImportRemark } from '../../../api/imports/contract.ts'
import styles from './import-report.module.css'

interface ReportProps {
  readonly report: readonly ImportRemark[]
  /** What shows the slide of a remark; null: the slide is not there. Missing: no slide is there yet. */
  readonly showSlide?: (remark: ImportRemark) => React.ReactNode
}

/** Remarks of one slide, or of the whole file. */
interface Place {
  readonly slide: number | null
  readonly remarks: readonly ImportRemark[]
}

/** The remarks by slide: first those on the file, then in the order of the slides. */
function placesOf(report: readonly ImportRemark[]): readonly Place[] {
  const bySlide = Map.groupBy(report, ({ slide }) => slide)
  return [...bySlide].map(([slide, remarks]) => ({ slide, remarks })).sort((a, b) => (a.slide ?? 0) - (b.slide ?? 0))
}

/** How much there is to look at. */
export function reportTitle(report: readonly ImportRemark[]): string {
  if (report.length === 0) return 'Everything came over as it was'
  return report.length === 1 ? 'One thing to look at' : `${report.length} things to look at`
}

/** What was changed, left out or is missing, by slide. */
export function ImportReport({ report, showSlide }: ReportProps) {
  if (report.length === 0) return null
  return (
    <section className={styles.report} aria-label="Import report">
      <h3 className={styles.title}>
        <TriangleAlert size={16} aria-hidden />
        {reportTitle(report)}
      </h3>
      <ul className={styles.places}>
        {placesOf(report).map(({ slide, remarks }) => (
          <li key={slide ?? 'file'} className={styles.place}>
            <strong className={styles.name}>{slide === null ? 'The whole file' : `Slide ${slide}`}</strong>
            <ul className={styles.remarks}>
              {remarks.map(({ message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                <li key={index}>{message}</li>
              ))}
            </ul>
            <span className={styles.show}>{slide !== null && showSlide?.(remarks[0]!)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
