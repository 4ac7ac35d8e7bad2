import styles from './stage.module.css'

/** The handles of the selected block: corners and side middles. */
const handles = [
  [226, 206],
  [436, 206],
  [646, 206],
  [226, 262],
  [646, 262],
  [226, 318],
  [436, 318],
  [646, 318],
] as const

/** The slide strip. */
function Strip() {
  return (
    <g>
      {[96, 176, 256, 336].map((y, index) => (
        <g key={y}>
          <rect className={index === 0 ? styles.chosen : styles.thumb} x="40" y={y} width="88" height="64" rx="6" />
          <path className={styles.thumbText} d={`M52 ${y + 22}h48M52 ${y + 34}h${index % 2 ? 60 : 36}`} />
        </g>
      ))}
      <path className={styles.plus} d="M76 436h16M84 428v16" />
    </g>
  )
}

/** The toolbar for adding blocks. */
function Bar() {
  return (
    <g>
      <rect className={styles.bar} x="316" y="448" width="240" height="48" rx="24" />
      <path className={styles.tool} d="M352 464h20M362 464v18" />
      <rect className={styles.tool} x="402" y="463" width="22" height="18" rx="3" />
      <path className={styles.tool} d="m404 479 7-8 5 5 3-3 4 5" />
      <circle className={styles.tool} cx="464" cy="472" r="10" />
      <path className={styles.tool} d="m504 481 18-18" />
    </g>
  )
}

/** An illustration of the editor: a slide under a lamp, with a word being typed. */
export function Stage({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 760 540" role="img" aria-label="A slide being written in the editor">
      <defs>
        <clipPath id="stage-clip">
          <rect width="760" height="540" rx="18" />
        </clipPath>
      </defs>
      <g clipPath="url(#stage-clip)">
        <rect className={styles.ground} width="760" height="540" />
        <path className={styles.light} d="M672 30 96 540h620z" />
        <Strip />
        <rect className={styles.shadow} x="168" y="84" width="544" height="344" rx="8" />
        <rect className={styles.slide} x="164" y="78" width="544" height="344" rx="8" />
        <text className={styles.kicker} x="236" y="176">
          Chapter one
        </text>
        <text className={styles.words} x="234" y="280">
          Say it once.
        </text>
        <path className={styles.caret} d="M588 228v70" />
        <path className={styles.lines} d="M238 356h250M238 378h180" />
        <rect className={styles.selection} x="226" y="206" width="420" height="112" />
        {handles.map(([x, y]) => (
          <rect key={`${x} ${y}`} className={styles.handle} x={x - 5} y={y - 5} width="10" height="10" rx="2" />
        ))}
        <Bar />
        <circle className={styles.lamp} cx="672" cy="30" r="13" />
      </g>
    </svg>
  )
}
