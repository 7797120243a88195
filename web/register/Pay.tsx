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
import type { Head, Summary } from './filled.ts'
import { openPayment } from './openPayment.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

type Way = Summary['payWays'][number]
type Props = {
  head: Head
  /** The submitted players, if they are not all of the summary's. */
  names?: string
  summary: Summary
  keep: (changed: Summary) => void
  again: () => Promise<unknown>
  edit: (id: string) => void
  sent: (registrationPlayerIds: readonly string[]) => Promise<unknown>
}
/** How and when it is paid, and the submit button, which may put players on the waiting list. */
export function Pay({ head, names, summary, keep, again, edit, sent }: Props) {
  const t = useTexts('register', english)
  const [chosen, choose] = useState<Way | ''>('')
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)
  const plan = useSave('POST /rest-api/register/{registrationId}/payment-plan', { failed: t('notSaved') })
  // Optimistic; the sums beside it come from the server, so submitting waits for them.
  const [byPlan, setByPlan] = useState<boolean>()
  const enqueue = useQueue()
  const { totalInCents, depositInCents, isFull, fullOptions, waitingList } = summary
  const { parts, dueNowInCents, processingFeeInCents } = summary
  const hasToWait = isFull || problem?.code === 'registration_full' || problem?.code === 'option_full'
  // Waiting players pay the deposit, which may be below a provider's minimum even if the price is not, or the other way round.
  const isDeposit = hasToWait && waitingList && depositInCents > 0
  const payWays = isDeposit ? summary.depositWays : summary.payWays
  const way = payWays.length === 1 ? payWays[0] : payWays.find((each) => each === chosen)
  /** Waiting players who pay online pay the deposit at once. */
  const paysDeposit = depositInCents > 0 && way === 'ONLINE'
  const ids = summary.players.map(({ registrationPlayerId }) => registrationPlayerId)

  /** Queued, so that the last choice wins. */
  function choosePlan(chosenPlan: boolean) {
    setByPlan(chosenPlan)
    void enqueue(() => savePlan(chosenPlan))
  }
  async function savePlan(chosenPlan: boolean) {
    const changed = await plan.save({ registrationId: head.id, body: { byPlan: chosenPlan } })
    if (changed) keep(changed)
  }
  async function finish(wait: boolean) {
    setBusy(true)
    setProblem(undefined)
    try {
      const body = {
        registrationPlayerIds: ids,
        totalInCents,
        // What is due today is the first instalment.
        due: { nowInCents: dueNowInCents, later: dueNowInCents > 0 ? parts.slice(1) : parts },
        payBy: way ?? 'NONE',
        ...(wait && { wait, depositInCents }),
      }
      const input = { registrationId: head.id, body }
      const { players } = await callApi('POST /rest-api/register/{registrationId}/finalize', input, {
        handles: ['failures'],
      })
      const held = players.filter(({ state }) => state === 'paying' || (state === 'waiting' && paysDeposit))
      if (held.length > 0) await openPayment(head.id, held)
      await sent(ids)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error)
      await again()
    } finally {
      setBusy(false)
    }
  }
  /** Due date of a bill in one part; waiting players owe nothing yet. */
  const billDay = parts.length === 1 && !hasToWait ? dateText(parts[0]?.dueOn ?? '') : undefined
  /** The player whose details the club asks for differently by now; the first of several. */
  const changed = ids.find((id) => problem?.faults.some(({ at }) => at.endsWith(`.${id}`))) ?? ids[0]
  const blocked = payWays.length === 0 ? t('noWayToPay') : way === undefined ? t('choosePayWay') : undefined
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
          value={((plan.saving ? byPlan : undefined) ?? summary.byPlan) ? 'plan' : 'once'}
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
          value={chosen}
          onChange={choose}
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
      {way === 'BILL' && (
        <p className={styles.text}>
          {t('billHint')}
          {billDay && payWays.length === 1 && ` ${t('billDueOn', { day: billDay })}`}
        </p>
      )}
      {way === 'ONLINE' && (
        <p className={styles.text}>
          {dueNowInCents > 0 ? t('onlineHint') : t('onlineLaterHint', { day: dateText(parts[0]?.dueOn ?? '') })}
        </p>
      )}
      {way === 'ONLINE' && processingFeeInCents > 0 && !hasToWait && (
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
          {problem.code === 'registration_changed' && changed !== undefined && (
            <Button kind="quiet" onClick={() => edit(changed)}>
              {t('lookAgain')}
            </Button>
          )}
        </Failure>
      )}
      {hasToWait && (
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
        {hasToWait ? (
          waitingList && (
            <Button
              kind="primary"
              wide
              busy={busy || plan.saving}
              onClick={() => void finish(true)}
              {...(depositInCents > 0 && blocked !== undefined && { disabledReason: blocked })}
            >
              {paysDeposit ? t('waitAndPay') : t('joinWaitingList')}
            </Button>
          )
        ) : (
          <Button
            kind="primary"
            wide
            busy={busy || plan.saving}
            onClick={() => void finish(false)}
            disabledReason={blocked}
          >
            {way === 'ONLINE' && dueNowInCents > 0
              ? t('registerAndPay', { sum: moneyText(dueNowInCents + processingFeeInCents) })
              : t('register')}
          </Button>
        )}
      </div>
    </Card>
  )
}
