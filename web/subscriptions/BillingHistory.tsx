import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Card } from '../kit/Card.tsx'
import { dateText, moneyText } from '../kit/format.ts'
import { type Column, Table } from '../kit/Table.tsx'
import type { Billing } from './answers.ts'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'
import { useLineText } from './useLineText.ts'

type Invoice = Billing['invoices'][number]
const statusTones = {
  draft: 'plain',
  open: 'warning',
  paid: 'success',
  uncollectible: 'danger',
  void: 'plain',
} as const
const keyOf = ({ id }: Invoice) => id

/** The club's bills, and the amount not paid yet. */
export function BillingHistory({ invoices }: { invoices: Invoice[] }) {
  const t = useTexts('subscriptions', english)
  const lineText = useLineText()
  const openTotal = invoices.filter(({ status }) => status === 'open').reduce((sum, { total }) => sum + total, 0)
  const columns: Column<Invoice>[] = [
    { key: 'created', head: t('date'), width: '140px', cell: ({ created }) => dateText(created, 'UTC') },
    {
      key: 'what',
      head: t('what'),
      width: 'minmax(0, 1fr)',
      cell: ({ lines, number }) =>
        lines.map(({ description }) => lineText(description)).join(', ') || number || t('invoice'),
    },
    {
      key: 'status',
      head: t('status'),
      width: '120px',
      cell: ({ status }) => <Badge tone={statusTones[status]}>{t(`invoice_${status}`)}</Badge>,
    },
    { key: 'total', head: t('amount'), width: '110px', cell: ({ total }) => moneyText(total) },
    {
      key: 'pdf',
      head: t('invoice'),
      width: '96px',
      cell: ({ invoicePdf, created }) =>
        invoicePdf && (
          <a
            href={invoicePdf}
            target="_blank"
            rel="noreferrer"
            aria-label={t('pdfOf', { date: dateText(created, 'UTC') })}
          >
            {t('pdf')}
          </a>
        ),
    },
  ]
  return (
    <Card aria-labelledby="history">
      <h2 id="history" className={styles.heading}>
        {t('history')}
      </h2>
      {openTotal > 0 && (
        <p className={styles.pending}>
          <span>{t('pending')}</span> <strong>{moneyText(openTotal)}</strong>
        </p>
      )}
      {invoices.length === 0 ? (
        <p className={styles.muted}>{t('noInvoices')}</p>
      ) : (
        <Table
          label={t('history')}
          rows={invoices}
          columns={columns}
          keyOf={keyOf}
          nameOf={({ number, created }) => number ?? dateText(created, 'UTC')}
        />
      )}
    </Card>
  )
}
