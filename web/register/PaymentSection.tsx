import { useState } from 'react'
import { ApiProblem, callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Failure } from '../kit/Failure.tsx'
import { dateText, listText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { useSave } from '../shell/useSave.ts'
import { useQueue } from '../kit/useQueue.ts'
import type { OpenRegistration, Summary } from './formValues.ts'
import { openPayment } from './openPayment.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

type Way = Summary['payWays'][number]
type Props = {
  registration: OpenRegistration
  /** The submitted players, if they are not all of the summary's. */
  names?: string
  summary: Summary
  onSummaryChange: (changed: Summary) => void
  refetch: () => Promise<unknown>
  onEdit: (id: string) => void
  onSubmitted: (registrationPlayerIds: readonly string[]) => Promise<unknown>
}
/** How and when it is paid, and the submit button, which may put players on the waiting list. */
export function PaymentSection({ registration, names, summary, onSummaryChange, refetch, onEdit, onSubmitted }: Props) {
  const t = useTexts('register', english)
  const [chosenWay, setChosenWay] = useState<Way | ''>('')
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)
  const savingPlan = useSave('POST /rest-api/register/{registrationId}/payment-plan', { failed: t('notSaved') })
  // Optimistic; the sums beside it come from the server, so submitting waits for them.
  const [byPlan, setByPlan] = useState<boolean>()
  const enqueue = useQueue()
  const { totalInCents, depositInCents, isFull, fullOptions, waitingList } = summary
  const { parts, dueNowInCents, processingFeeInCents } = summary
  const mustWait = isFull || problem?.code === 'registration_full' || problem?.code === 'option_full'
  // Waiting players pay the deposit, which may be below a provider's minimum even if the price is not, or the other way round.
  const isDeposit = mustWait && waitingList && depositInCents > 0
  const payWays = isDeposit ? summary.depositWays : summary.payWays
  const payWay = payWays.length === 1 ? payWays[0] : payWays.find((each) => each === chosenWay)
  /** Waiting players who pay online pay the deposit at once. */
  const paysDeposit = depositInCents > 0 && payWay === 'ONLINE'
  const registrationPlayerIds = summary.players.map(({ registrationPlayerId }) => registrationPlayerId)

  /** Queued, so that the last choice wins. */
  function choosePlan(chosenPlan: boolean) {
    setByPlan(chosenPlan)
    void enqueue(() => savePlan(chosenPlan))
  }
  async function savePlan(chosenPlan: boolean) {
    const changedSummary = await savingPlan.save({ registrationId: registration.id, body: { byPlan: chosenPlan } })
    if (changedSummary) onSummaryChange(changedSummary)
  }
  async function submit(joinsWaitingList: boolean) {
    setBusy(true)
    setProblem(undefined)
    try {
      const body = {
        registrationPlayerIds,
        totalInCents,
        // What is due today is the first instalment.
        due: { nowInCents: dueNowInCents, later: dueNowInCents > 0 ? parts.slice(1) : parts },
        payBy: payWay ?? 'NONE',
        ...(joinsWaitingList && { wait: joinsWaitingList, depositInCents }),
      }
      const input = { registrationId: registration.id, body }
      const { players } = await callApi('POST /rest-api/register/{registrationId}/finalize', input, {
        handles: ['failures'],
      })
      const payablePlayers = players.filter(({ state }) => state === 'paying' || (state === 'waiting' && paysDeposit))
      if (payablePlayers.length > 0) await openPayment(registration.id, payablePlayers)
      await onSubmitted(registrationPlayerIds)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error)
      await refetch()
    } finally {
      setBusy(false)
    }
  }
  /** Due date of a bill in one part; waiting players owe nothing yet. */
  const billDay = parts.length === 1 && !mustWait ? dateText(parts[0]?.dueOn ?? '') : undefined
  /** The player whose details the club asks for differently by now; the first of several. */
  const changedPlayerId =
    registrationPlayerIds.find((id) => problem?.faults.some(({ at }) => at.endsWith(`.${id}`))) ??
    registrationPlayerIds[0]
  const disabledReason = payWays.length === 0 ? t('noWayToPay') : payWay === undefined ? t('choosePayWay') : undefined
  return (
    <Card aria-label={t('payment')}>
      <h2 className={styles.title}>{t('payment')}</h2>
      {names !== undefined && (
        <dl className={styles.bill}>
          <div className={styles.total}>
            <dt>{t('totalFor', { names })}</dt>
            <dd>{totalInCents === 0 ? t('free') : moneyText(totalInCents)}</dd>
          </div>
        </dl>
      )}
      {summary.paymentPlanEnabled && totalInCents > 0 && (
        <Radios
          label={t('when')}
          value={((savingPlan.saving ? byPlan : undefined) ?? summary.byPlan) ? 'plan' : 'once'}
          onChange={(when) => choosePlan(when === 'plan')}
          options={[
            { value: 'once', label: t('atOnce') },
            { value: 'plan', label: t('inParts') },
          ]}
        />
      )}
      {parts.length > 1 && (
        <dl className={styles.bill}>
          {parts.map(({ amountInCents, dueOn }) => (
            <div key={dueOn}>
              <dt>{t('dueOn', { day: dateText(dueOn) })}</dt>
              <dd>{moneyText(amountInCents)}</dd>
            </div>
          ))}
        </dl>
      )}
      {payWays.length > 1 && (
        <Radios
          label={t('how')}
          required
          value={chosenWay}
          onChange={setChosenWay}
          options={payWays.map((each) => ({
            value: each,
            label: t(`pay_${each}`),
            hint:
              each === 'ONLINE' && processingFeeInCents > 0 && !isDeposit
                ? t('feeOnTop', { fee: moneyText(processingFeeInCents) })
                : each === 'BILL' && billDay
                  ? t('dueOn', { day: billDay })
                  : undefined,
          }))}
        />
      )}
      {payWay === 'BILL' && (
        <p className={styles.text}>
          {t('billHint')}
          {billDay && payWays.length === 1 && ` ${t('billDueOn', { day: billDay })}`}
        </p>
      )}
      {payWay === 'ONLINE' && (
        <p className={styles.text}>
          {dueNowInCents > 0 ? t('onlineHint') : t('onlineLaterHint', { day: dateText(parts[0]?.dueOn ?? '') })}
        </p>
      )}
      {payWay === 'ONLINE' && processingFeeInCents > 0 && !mustWait && (
        <dl className={styles.bill}>
          <div>
            <dt>{t('processingFee')}</dt>
            <dd>{moneyText(processingFeeInCents)}</dd>
          </div>
          <div className={styles.total}>
            <dt>{t('dueNow')}</dt>
            <dd>{moneyText(dueNowInCents + processingFeeInCents)}</dd>
          </div>
        </dl>
      )}
      {problem && (
        <Failure text={problemText(problem)}>
          {problem.code === 'registration_changed' && changedPlayerId !== undefined && (
            <Button kind="quiet" onClick={() => onEdit(changedPlayerId)}>
              {t('lookAgain')}
            </Button>
          )}
        </Failure>
      )}
      {mustWait && (
        <Notice tone="warning">
          {fullOptions.length > 0 && (
            <p className={styles.text}>
              {t(waitingList ? 'fullOptions' : 'fullOptionsNoWait', { names: listText(fullOptions) })}
            </p>
          )}
          {waitingList ? t('fullWait') : t('fullNoWait')}
        </Notice>
      )}
      {isDeposit && <p className={styles.text}>{t('fullDeposit', { sum: moneyText(depositInCents) })}</p>}
      <div className={styles.finish}>
        {mustWait ? (
          waitingList && (
            <Button
              kind="primary"
              wide
              busy={busy || savingPlan.saving}
              onClick={() => void submit(true)}
              {...(depositInCents > 0 && disabledReason !== undefined && { disabledReason })}
            >
              {paysDeposit ? t('waitAndPay') : t('joinWaitingList')}
            </Button>
          )
        ) : (
          <Button
            kind="primary"
            wide
            busy={busy || savingPlan.saving}
            onClick={() => void submit(false)}
            disabledReason={disabledReason}
          >
            {payWay === 'ONLINE' && dueNowInCents > 0
              ? t('registerAndPay', { sum: moneyText(dueNowInCents + processingFeeInCents) })
              : t('register')}
          </Button>
        )}
      </div>
    </Card>
  )
}
