import { useTexts } from '../../i18n.ts'
import { Badge } from '../../kit/Badge.tsx'
import { dateText, dateTimeText, listText, moneyText } from '../../kit/format.ts'
import type { Column } from '../../kit/Table.tsx'
import type { Details, Line } from '../answers.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import { nameOf } from './called.ts'
import { Payment } from './Payment.tsx'

const tones = { REGISTERED: 'success', PAYING: 'primary', WAITING: 'warning', CANCELLED: 'plain' } as const

/** Columns of the table of registered players. */
export function useColumns({ organization: { timezone } }: Details): Column<Line>[] {
  const t = useTexts('registrations', english)
  return [
    { key: 'name', head: t('player'), width: 'minmax(0, 1.5fr)', cell: nameOf },
    { key: 'type', head: t('status'), width: '8em', cell: (line) => <Status line={line} timezone={timezone} /> },
    { key: 'options', head: t('chosen'), cell: ({ options }) => options.join(', ') },
    { key: 'price', head: t('price'), width: '7em', align: 'end', cell: (line) => moneyText(line.priceInCents) },
    { key: 'payment', head: t('payment'), width: '11em', cell: (line) => <Payment line={line} /> },
    { key: 'at', head: t('day'), width: '8em', cell: (line) => dateText(line.registeredAt, timezone) },
  ]
}

/** An entry's status, with what blocks its place or goes with it. */
function Status({ line, timezone }: { line: Line; timezone: string }) {
  const t = useTexts('registrations', english)
  const notes = [
    line.offeredUntil !== null && t('offeredUntil', { when: dateTimeText(line.offeredUntil, timezone) }),
    line.lacking.length > 0 && t('lacking', { names: listText(line.lacking) }),
    line.over.length > 0 && t('over', { names: listText(line.over) }),
    line.unpayable && t('unpayable'),
    line.waits &&
      line.deposit &&
      t(line.deposit.isPaid ? 'depositPaid' : 'depositOwed', { sum: moneyText(line.deposit.cents) }),
  ]
  return (
    <>
      <Badge tone={tones[line.trackType]}>{t(line.trackType)}</Badge>
      {notes.filter(Boolean).map((note) => (
        <span key={String(note)} className={styles.muted}>
          {note}
        </span>
      ))}
    </>
  )
}
