import { useState } from 'react'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { DateField } from '../kit/DateField.tsx'
import { FileButton } from '../kit/FileButton.tsx'
import { dayIn } from '#shared/rules/days.ts'
import { readerZone } from '../kit/format.ts'
import styles from './Payments.module.css'
import english from './texts.en.json'

const todayInReaderZone = () => dayIn(new Date().toISOString(), readerZone())

/** Exports the bookings between two days (this year by default) for bookkeeping in a spreadsheet. */
export function LedgerTable({ orgId }: { orgId: string }) {
  const t = useTexts('money', english)
  const [{ from, to }, setSpan] = useState(() => ({
    from: `${todayInReaderZone().slice(0, 4)}-01-01`,
    to: todayInReaderZone(),
  }))
  const disabledReason =
    from === '' || to === '' ? t('ledgerSpanMissing') : from > to ? t('ledgerSpanTurned') : undefined
  return (
    <section aria-label={t('ledgerTable')} className={styles.page}>
      <p className={styles.muted}>{t('ledgerTableHint')}</p>
      <div className={styles.filters}>
        <DateField label={t('ledgerFrom')} value={from} onChange={(day) => setSpan({ from: day, to })} />
        <DateField label={t('ledgerTo')} value={to} onChange={(day) => setSpan({ from, to: day })} />
        <div className={styles.export}>
          <FileButton
            label={t('saveLedgerTable')}
            disabledReason={disabledReason}
            read={() => callApi('GET /rest-api/fee/ledger/{orgId}', { orgId, query: { from, to } })}
          />
        </div>
      </div>
    </section>
  )
}
