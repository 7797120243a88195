import { useTexts } from '../../i18n.ts'
import { Badge } from '../../kit/Badge.tsx'
import { dateText, dateTimeText, listText, moneyText } from '../../kit/format.ts'
import type { Column } from '../../kit/Table.tsx'
import type { Details, RegistrationEntry } from '../answers.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import { toFullName } from './entryName.ts'
import { PaymentStatus } from './PaymentStatus.tsx'

const statusTones = { REGISTERED: 'success', PAYING: 'primary', WAITING: 'warning', CANCELLED: 'plain' } as const

/** Columns of the table of registered players. */
export function useColumns({ organization: { timezone } }: Details): Column<RegistrationEntry>[] {
  const t = useTexts('registrations', english)
  return [
    { key: 'name', head: t('player'), width: 'minmax(0, 1.5fr)', cell: toFullName },
    {
      key: 'type',
      head: t('status'),
      width: '8em',
      cell: (entry) => <EntryStatus entry={entry} timezone={timezone} />,
    },
    { key: 'options', head: t('chosen'), cell: ({ options }) => options.join(', ') },
    { key: 'price', head: t('price'), width: '7em', align: 'end', cell: (entry) => moneyText(entry.priceInCents) },
    { key: 'payment', head: t('payment'), width: '11em', cell: (entry) => <PaymentStatus line={entry} /> },
    { key: 'at', head: t('day'), width: '8em', cell: (entry) => dateText(entry.registeredAt, timezone) },
  ]
}

/** An entry's status, with what blocks its place or goes with it. */
function EntryStatus({ entry, timezone }: { entry: RegistrationEntry; timezone: string }) {
  const t = useTexts('registrations', english)
  const notes = [
    entry.offeredUntil !== null && t('offeredUntil', { when: dateTimeText(entry.offeredUntil, timezone) }),
    entry.lacking.length > 0 && t('lacking', { names: listText(entry.lacking) }),
    entry.over.length > 0 && t('over', { names: listText(entry.over) }),
    entry.unpayable && t('unpayable'),
    entry.waits &&
      entry.deposit &&
      t(entry.deposit.isPaid ? 'depositPaid' : 'depositOwed', { sum: moneyText(entry.deposit.cents) }),
  ]
  return (
    <>
      <Badge tone={statusTones[entry.trackType]}>{t(entry.trackType)}</Badge>
      {notes.filter(Boolean).map((note) => (
        <span key={String(note)} className={styles.muted}>
          {note}
        </span>
      ))}
    </>
  )
}
