import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { CopyButton } from '../kit/CopyButton.tsx'
import { Field } from '../kit/Field.tsx'
import { moneyText } from '../kit/format.ts'
import { Menu } from '../kit/Menu.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { FeeDetails } from './answers.ts'
import type { Mode } from './feeMode.ts'
import styles from './Payments.module.css'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'
import { useFeeAgain } from './useFeeAgain.ts'

const WRITE_OFF = 'POST /rest-api/fee/write-off/{feePlayerId}'

type Props = { fee: FeeDetails; setMode: (mode: Mode) => void; close: () => void }

/** What the treasurer can do with a fee; what cannot be done says why. */
export function FeeActions({ fee, setMode, close }: Props) {
  const t = useTexts('money', english)
  const { feePlayerId, outstandingInCents: open, paidInCents, status, payments, payers, revision } = fee
  const failed = t('saveFailed')
  const askingAgain = useSave(WRITE_OFF, { refreshes, saved: t('owedAgain'), failed: problemText })
  const writingOff = useSave(WRITE_OFF, {
    refreshes,
    saved: t('writtenOff'),
    undo: (_answer, { feePlayerId, body }) => void askingAgain.save({ feePlayerId, body: { ...body, undone: true } }),
    // Why not: what is open may be another sum by now.
    failed: problemText,
  })
  const cancelling = useSave('POST /rest-api/fee/cancel/{feePlayerId}', { refreshes, saved: t('feeCancelled'), failed })
  const deleting = useSave('DELETE /rest-api/fee/delete/{feePlayerId}', {
    refreshes: refreshes.filter((route) => !route.includes('details')),
    saved: t('feeDeleted'),
    // Why not: somebody may be paying it right now.
    failed: problemText,
  })
  const reminding = useSave('POST /rest-api/fee/remind/{feePlayerId}', {
    refreshes,
    saved: t('reminded'),
    failed: problemText,
  })
  const joining = useSave('POST /rest-api/fee/split/{feePlayerId}', {
    refreshes,
    saved: t('allAsked'),
    failed: problemText,
  })
  const readAgain = useFeeAgain(feePlayerId)
  async function askAll() {
    if (!(await joining.save({ feePlayerId, body: { homes: null, all: false, revision } }))) void readAgain()
  }
  const linking = useSave('POST /rest-api/fee/pay-link/{feePlayerId}', { failed })
  const takingBack = useSave('DELETE /rest-api/fee/pay-link/{feePlayerId}', { saved: t('payLinksGone'), failed })
  // Some browsers copy only what was there when one pressed: then it is shown, to be copied from there.
  const [link, setLink] = useState<string>()
  async function copyLink() {
    setLink(undefined)
    const made = await linking.save({ feePlayerId })
    if (!made) return
    const link = location.origin + paths.pay(made)
    try {
      await navigator.clipboard.writeText(link)
      showSnackbar({ text: t('payLinkCopied'), tone: 'success' })
    } catch {
      setLink(link)
    }
  }
  const whose = { name: fullName(fee.player), sum: moneyText(open), paid: moneyText(paidInCents) }

  async function writeOff(as: 'waived' | 'written-off') {
    const title = as === 'waived' ? t('waiveTitle', whose) : t('writeOffTitle', whose)
    if (await confirm({ title, lost: t('writeOffLost'), yes: as === 'waived' ? t('waive') : t('writeOff') }))
      if (!(await writingOff.save({ feePlayerId, body: { as, revision } }))) void readAgain()
  }
  async function cancel(paid: 'credit' | 'refund') {
    const lost =
      paidInCents === 0 ? t('cancelLost') : paid === 'credit' ? t('cancelCredit', whose) : t('cancelRefund', whose)
    if (
      await confirm({
        title: t(cancelled ? 'giveBackTitle' : 'cancelTitle', whose),
        lost,
        yes: cancelled ? t('giveBack') : t('cancelFee'),
        // To leave it is not called what the act itself is.
        no: t('keepFee'),
      })
    )
      await cancelling.save({ feePlayerId, body: { paid } })
  }
  async function remove() {
    if (!(await confirm({ title: t('deleteTitle', whose), lost: t('deleteLost'), yes: t('deleteFee') }))) return
    if (await deleting.save({ feePlayerId })) close()
  }

  const limited = useWhyLimited(fee.organization.id)
  // Nothing is put down, changed or asked of a club whose subscription has ended; what is taken back or given back goes on.
  const settled = limited ?? (open === 0 ? t('nothingOpen') : undefined)
  const cancelled = status === 'CANCELLED' ? t('isCancelled') : undefined
  const isDisputed = payments.some(
    ({ dispute, amountInCents, givenBackInCents }) => dispute?.status === 'open' && givenBackInCents < amountInCents,
  )
  return (
    <>
      {link !== undefined && <ShownLink link={link} />}
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => setMode('paying')} disabledReason={settled}>
          {t('putDownPayment')}
        </Button>
        <Menu
          about={fee.name}
          opener={<Button>{t('more')}</Button>}
          items={[
            {
              label: t('remind'),
              run: () => void reminding.save({ feePlayerId }),
              disabledReason: settled ?? (fee.comingInCents > 0 ? t('comingRemind') : undefined),
            },
            { label: t('payLink'), run: () => void copyLink(), disabledReason: settled },
            { label: t('payLinksBack'), run: () => void takingBack.save({ feePlayerId }) },
            { label: t('edit'), run: () => setMode('editing'), disabledReason: limited ?? cancelled },
            {
              label: t('splitBill'),
              run: () => setMode('splitting'),
              disabledReason: settled ?? (paidInCents > 0 ? t('splitTooLate') : undefined),
            },
            ...(payers ? [{ label: t('askAll'), run: () => void askAll(), disabledReason: limited }] : []),
            { label: t('waive'), run: () => void writeOff('waived'), disabledReason: settled },
            { label: t('writeOff'), run: () => void writeOff('written-off'), disabledReason: settled },
            ...(paidInCents > 0
              ? [
                  {
                    label: t('cancelToCredit'),
                    run: () => void cancel('credit'),
                    danger: true,
                    disabledReason: cancelled,
                  },
                  // Of a cancelled fee, what was paid is the family’s credit.
                  {
                    label: t(cancelled ? 'giveBack' : 'cancelAndRefund'),
                    run: () => void cancel('refund'),
                    danger: true,
                    disabledReason: isDisputed ? t('refundDisputed') : undefined,
                  },
                ]
              : [{ label: t('cancelFee'), run: () => void cancel('refund'), danger: true, disabledReason: cancelled }]),
            {
              label: t('deleteFee'),
              run: () => void remove(),
              danger: true,
              disabledReason:
                cancelled ?? (payments.length > 0 || fee.waivedInCents > 0 ? t('hasPayments') : undefined),
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
