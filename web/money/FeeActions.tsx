import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import { Field } from '../kit/Field.tsx'
import { Menu } from '../kit/Menu.tsx'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { FeeDetails } from './answers.ts'
import type { FeeView } from './feeView.ts'
import styles from './Payments.module.css'
import english from './texts.en.json'
import { useCopyPayLink } from './useCopyPayLink.ts'
import { useFeeActions } from './useFeeActions.ts'

type Props = { fee: FeeDetails; setView: (mode: FeeView) => void; close: () => void }

/** The treasurer's actions on a fee; disabled ones say why. */
export function FeeActions({ fee, setView, close }: Props) {
  const t = useTexts('money', english)
  const { feePlayerId, outstandingInCents: open, paidInCents, status, payments, payers } = fee
  const { remind, billAllPayers, revokePayLinks, writeOff, cancel, remove } = useFeeActions(fee, close)
  const { copyLink, link } = useCopyPayLink(feePlayerId)
  const limited = useWhyLimited(fee.organization.id)
  // Clubs with an expired subscription cannot record, change or request anything; cancelling and refunding still work.
  const paymentDisabledReason = limited ?? (open === 0 ? t('nothingOpen') : undefined)
  const cancelledReason = status === 'CANCELLED' ? t('isCancelled') : undefined
  const isDisputed = payments.some(
    ({ dispute, amountInCents, givenBackInCents }) => dispute?.status === 'open' && givenBackInCents < amountInCents,
  )
  return (
    <>
      {link !== undefined && <ShownLink link={link} />}
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => setView('paying')} disabledReason={paymentDisabledReason}>
          {t('putDownPayment')}
        </Button>
        <Menu
          about={fee.name}
          opener={<Button>{t('more')}</Button>}
          items={[
            {
              label: t('remind'),
              run: () => void remind(),
              disabledReason: paymentDisabledReason ?? (fee.comingInCents > 0 ? t('comingRemind') : undefined),
            },
            { label: t('payLink'), run: () => void copyLink(), disabledReason: paymentDisabledReason },
            { label: t('payLinksBack'), run: () => void revokePayLinks() },
            { label: t('edit'), run: () => setView('editing'), disabledReason: limited ?? cancelledReason },
            {
              label: t('splitBill'),
              run: () => setView('splitting'),
              disabledReason: paymentDisabledReason ?? (paidInCents > 0 ? t('splitTooLate') : undefined),
            },
            ...(payers ? [{ label: t('askAll'), run: () => void billAllPayers(), disabledReason: limited }] : []),
            { label: t('waive'), run: () => void writeOff('waived'), disabledReason: paymentDisabledReason },
            { label: t('writeOff'), run: () => void writeOff('written-off'), disabledReason: paymentDisabledReason },
            ...(paidInCents > 0
              ? [
                  {
                    label: t('cancelToCredit'),
                    run: () => void cancel('credit'),
                    danger: true,
                    disabledReason: cancelledReason,
                  },
                  // For a cancelled fee, what was paid is the family's credit.
                  {
                    label: t(cancelledReason ? 'giveBack' : 'cancelAndRefund'),
                    run: () => void cancel('refund'),
                    danger: true,
                    disabledReason: isDisputed ? t('refundDisputed') : undefined,
                  },
                ]
              : [
                  {
                    label: t('cancelFee'),
                    run: () => void cancel('refund'),
                    danger: true,
                    disabledReason: cancelledReason,
                  },
                ]),
            {
              label: t('deleteFee'),
              run: () => void remove(),
              danger: true,
              disabledReason:
                cancelledReason ?? (payments.length > 0 || fee.waivedInCents > 0 ? t('hasPayments') : undefined),
            },
          ]}
        />
      </div>
    </>
  )
}

function ShownLink({ link }: { link: string }) {
  const t = useTexts('money', english)
  return (
    <div className={styles.page} role="status">
      <Field name="link" label={t('payLinkMade')} value={link} onChange={() => undefined} readOnly />
      <CopyButton text={link} label={t('payLinkCopy')} />
    </div>
  )
}
