import { type AnswerOf, callApi, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { classes } from '../kit/classes.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { FileButton } from '../kit/FileButton.tsx'
import { dateText, moneyText } from '../kit/format.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { LedgerTable } from './LedgerTable.tsx'
import styles from './Payments.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/fee/payouts/{orgId}'
type Payout = AnswerOf<typeof READ>['payouts'][number]

/** Payouts to the club's bank account, and whether they match the books. */
export function PayoutsDialog({ orgId, opened, close }: { orgId: string; opened: boolean; close: () => void }) {
  const t = useTexts('money', english)
  return (
    <Dialog opened={opened} close={close} title={t('payouts')}>
      {opened && (
        <div className={styles.page}>
          <Payouts orgId={orgId} />
          <section aria-label={t('ledger')}>
            <p className={styles.muted}>{t('ledgerHint')}</p>
            <FileButton label={t('saveLedger')} read={() => callApi('GET /rest-api/fee/journal/{orgId}', { orgId })} />
          </section>
          <LedgerTable orgId={orgId} />
        </div>
      )}
    </Dialog>
  )
}

function Payouts({ orgId }: { orgId: string }) {
  const t = useTexts('money', english)
  const read = useApi(READ, { orgId }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      skeleton={<RowSkeletons label={t('loading')} rows={5} />}
      failed={t('payoutsFailed')}
      empty={{
        when: ({ payouts }) => payouts.length === 0,
        show: <EmptyState title={t('noPayouts')} hint={t('noPayoutsHint')} />,
      }}
    >
      {({ payouts }) => (
        <ul className={styles.payments}>
          {payouts.map((payout) => (
            <li key={payout.payoutId} className={styles.payment}>
              <span className={styles.what}>
                <span className={classes(payout.hasFailed && styles.gone)}>
                  {t('arrivesOn', { day: dateText(payout.arrivesOn) })}
                </span>
                {!payout.isByHand && <span className={styles.muted}>{t('payoutLines', { count: payout.lines })}</span>}
                {payout.hasFailed && <Badge tone="danger">{t('payoutFailed')}</Badge>}
                <Differences payout={payout} />
              </span>
              <span className={classes(styles.price, payout.hasFailed && styles.gone)}>
                {moneyText(payout.amountInCents)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function Differences({ payout: { differences, isByHand } }: { payout: Payout }) {
  const t = useTexts('money', english)
  if (isByHand) return <span className={styles.muted}>{t('payoutByHand')}</span>
  if (differences.length === 0) return <Badge tone="success">{t('payoutAgrees')}</Badge>
  const reasonTexts = {
    missing: 'differenceMissing',
    amount: 'differenceAmount',
    unknown: 'differenceUnknown',
  } as const
  return (
    <>
      {differences.map(({ line, why: reason, amountInCents }) => (
        <Badge key={line} tone="warning">
          {t(reasonTexts[reason], { line, sum: moneyText(amountInCents) })}
        </Badge>
      ))}
    </>
  )
}
