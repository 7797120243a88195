import { lazy, Suspense } from 'react'
import { useTexts } from '../i18n.ts'
import styles from './Chart.module.css'
import type { ChartProps } from './chartProps.ts'
import { Skeleton } from './Skeleton.tsx'
import english from './texts.en.json'

const Drawing = lazy(() => import('./ChartDrawing.tsx').then((loaded) => ({ default: loaded.ChartDrawing })))

/** Height of a row of a ranked chart, in pixels; the axis takes one more row. */
const rankedRow = 28

/** A small chart with its numbers as a table. The drawing is loaded lazily because its bundle is large. */
export function Chart(props: ChartProps) {
  const { kind, label, head, rows, series, format } = props
  const t = useTexts('kit', english)
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.label}>{label}</figcaption>
      <div
        aria-hidden="true"
        className={styles.picture}
        style={kind === 'ranked' ? { height: `${(rows.length + 1) * rankedRow}px` } : undefined}
      >
        <Suspense fallback={<Skeleton height="100%" />}>
          <Drawing {...props} />
        </Suspense>
      </div>
      <details className={styles.numbers}>
        <summary>{t('asTable')}</summary>
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {series.map((each) => (
                <th key={each.key} scope="col">
                  {each.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {series.map(({ key }) => (
                  <td key={key}>{format(values[key] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
