import { useLoaderData } from 'react-router'
import { deckUrl } from '../../../rules/deck-url.ts'
import { limits } from '../../../rules/limits.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { EmptyNotice } from '../../../ui/notice.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { addressOf, DeckSubpage } from '../../features/deck-subpage/deck-subpage.tsx'
import styles from './analytics-page.module.css'
import { percent } from './chart-scale.ts'
import { DayChart } from './day-chart.tsx'
import type { AnalyticsData, loadAnalytics } from './load-analytics.ts'
import { SlideViews } from './slide-views.tsx'

const rangeNames: Readonly<Record<(typeof limits.analytics.ranges)[number], string>> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: 'A year',
}

function Ranges({ data }: { data: AnalyticsData }) {
  const path = deckUrl(addressOf(data.deck), { view: 'analytics' })
  const tabs = limits.analytics.ranges.map((days) => ({
    to: `${path}?days=${days}`,
    label: rangeNames[days],
    current: days === data.range,
  }))
  return <TabLinks label="Range" tabs={tabs} />
}

/** The three key figures. */
function Figures({ data: { analytics } }: { data: AnalyticsData }) {
  const sum = (what: 'readings' | 'half' | 'whole') => analytics.days.reduce((all, day) => all + day[what], 0)
  const [readings, half, whole] = [sum('readings'), sum('half'), sum('whole')]
  const figures = [
    { name: 'Readings', value: String(readings), note: 'by people who do not work on it' },
    { name: 'To the half', value: percent(half, readings), note: `${half} of ${readings} readings` },
    { name: 'To the end', value: percent(whole, readings), note: `${whole} of ${readings} readings` },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}

function Plots({ data }: { data: AnalyticsData }) {
  const { days, slides, gone, ever } = data.analytics
  if (!ever) {
    return (
      <EmptyNotice title="Nobody has read this deck yet">
        As soon as somebody opens it, here or in a page that it is embedded in, you will see how far they came.
      </EmptyNotice>
    )
  }
  if (days.every((day) => day.readings === 0)) {
    return <EmptyNotice title="No readings in these days">Choose a longer range to see earlier ones.</EmptyNotice>
  }
  return (
    <>
      <Figures data={data} />
      <section className={styles.plot} aria-labelledby="by-day">
        <h2 id="by-day">By day</h2>
        <AreaBoundary>
          <DayChart key={data.range} days={days} />
        </AreaBoundary>
      </section>
      <section className={styles.plot} aria-labelledby="by-slide">
        <h2 id="by-slide">Views of each slide</h2>
        <AreaBoundary>
          <SlideViews slides={slides} gone={gone} deckPath={deckUrl(addressOf(data.deck))} />
        </AreaBoundary>
      </section>
    </>
  )
}

/** The analytics of a deck: readings, how far they went, and views per slide. For its owner and admins only. */
export function AnalyticsPage() {
  const data = useLoaderData<typeof loadAnalytics>()
  return (
    <DeckSubpage deck={data.deck} title="Analytics" width="wide">
      <Ranges data={data} />
      <Plots data={data} />
      <p className={styles.privacy}>
        A reading is one opening of the deck. Who reads is neither asked nor kept: there are no cookies for it and no
        addresses, only sums for each day (in UTC).
      </p>
    </DeckSubpage>
  )
}
