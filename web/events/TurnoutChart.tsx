import { useTexts } from '../i18n.ts'
import type { EventWithAnswers } from './eventTypes.ts'
import texts from './texts.en.json'
import styles from './Turnout.module.css'

type Turnout = EventWithAnswers['turnout']

const rows = [
  { of: 'going', text: 'going' },
  { of: 'notGoing', text: 'notComing' },
  { of: 'waiting', text: 'waiting' },
] as const satisfies { of: keyof Turnout; text: string }[]

/** The number of each answer, as a table with a bar next to each number. */
export function TurnoutChart({ turnout }: { turnout: Turnout }) {
  const t = useTexts('events', texts)
  const invited = Math.max(1, turnout.going + turnout.notGoing + turnout.waiting)
  return (
    <table className={styles.counts}>
      <caption className="visually-hidden">{t('whoComes')}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('answer')}</th>
          <th scope="col">{t('players')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ of, text }) => (
          <tr key={of}>
            <th scope="row">{t(text)}</th>
            <td>
              <span className={styles.count}>{turnout[of]}</span>
              <span className={styles.track} aria-hidden="true">
                <span className={styles[of]} style={{ width: `${(100 * turnout[of]) / invited}%` }} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
